import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { IntakeHoldTable } from '#entities/intake-hold.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { insertionOfRow } from '#persistence/store/stored-rows.ts';
import type { QueryExecutorProvider, ReadSession, WriteSession } from '#persistence/store/viewer-session.ts';

export interface IntakeHoldRow {
  /** The name as the admin wrote it. */
  readonly namedUser: string;
  readonly setBy: string;
  readonly setAt: Date;
}

const columns = sql`h.named_user as "namedUser", h.set_by as "setBy", h.set_at as "setAt"`;
const inForce = (tenant: string): RawBuilder<unknown> =>
  sql`from intake_holds h where h.tenant = ${tenant} and h.released_at is null`;

/** The hold of a person or service, under any spelling of their name; null when there is none. */
export const findIntakeHold = async (
  db: QueryExecutorProvider,
  { tenant }: Viewer,
  user: string,
): Promise<IntakeHoldRow | null> => {
  const { rows } =
    await sql<IntakeHoldRow>`select ${columns} ${inForce(tenant)} and h.user_key = ${foldedName(user)}`.execute(
      db,
    );
  return rows[0] ?? null;
};

/** The holds of the session's tenant, the oldest first, `most` at most. */
export const listIntakeHolds = async (
  { db, viewer: { tenant } }: ReadSession,
  most: number,
): Promise<readonly IntakeHoldRow[]> => {
  const { rows } =
    await sql<IntakeHoldRow>`select ${columns} ${inForce(tenant)} order by h.set_at, h.user_key limit ${most}`.execute(
      await db(),
    );
  return rows;
};

/** Puts a hold in force, one that was released before, too. False when one is in force already: of two at once one is stored. */
export const storeIntakeHold = async (
  { db, viewer: { tenant } }: WriteSession,
  { namedUser, setBy, setAt }: IntakeHoldRow,
): Promise<boolean> => {
  const { rows } =
    await sql`${insertionOfRow(IntakeHoldTable, { tenant, userKey: foldedName(namedUser), namedUser, setBy, setAt, releasedAt: null })}
      on conflict (tenant, user_key) do update set named_user = excluded.named_user, set_by = excluded.set_by, set_at = excluded.set_at, released_at = null
      where intake_holds.released_at is not null returning 1`.execute(db);
  return rows.length > 0;
};

/** Ends the hold of a person or service, under any spelling of their name. False when none is in force. */
export const endIntakeHold = async (
  { db, viewer: { tenant } }: WriteSession,
  user: string,
  now: Date,
): Promise<boolean> => {
  const { rows } =
    await sql`update intake_holds set released_at = ${now} where tenant = ${tenant} and user_key = ${foldedName(user)} and released_at is null returning 1`.execute(
      db,
    );
  return rows.length > 0;
};
