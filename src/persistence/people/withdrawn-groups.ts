import { foldedName } from '#domain/privacy/folded-name.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { WithdrawnGroupTable } from '#entities/withdrawn-group.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { insertionOfRow } from '#persistence/store/stored-rows.ts';
import { inReadSession, type ReadSession, type WriteSession } from '#persistence/store/viewer-session.ts';

export interface GroupWithdrawalRow {
  readonly group: string;
  /** The person as the admin wrote the name; null: everybody. */
  readonly namedUser: string | null;
  readonly setBy: string;
  readonly setAt: Date;
}

/** The withdrawals in force of the session's tenant, the oldest first, `most` at most. */
export const listGroupWithdrawals = async (
  { db, viewer: { tenant } }: ReadSession,
  most: number,
): Promise<GroupWithdrawalRow[]> => {
  const { rows } =
    await sql<GroupWithdrawalRow>`select g.name as "group", g.named_user as "namedUser", g.set_by as "setBy", g.set_at as "setAt"
      from withdrawn_groups g where g.tenant = ${tenant} and g.restored_at is null
      order by g.set_at, g.name, g.user_key limit ${most}`.execute(await db());
  return rows;
};

/** Empty for everybody, which is nobody's name. */
const userKeyOf = (user: string | null): string => (user === null ? '' : foldedName(user));

/** Puts a withdrawal in force, one that was undone before, too. False when it is in force already: of two at once one is stored. */
export const storeGroupWithdrawal = async (
  { db, viewer: { tenant } }: WriteSession,
  { group, namedUser, setBy, setAt }: GroupWithdrawalRow,
): Promise<boolean> => {
  const row = {
    ...{ tenant, name: group, userKey: userKeyOf(namedUser), namedUser },
    ...{ setBy, setAt, restoredAt: null },
  };
  const { rows } = await sql`${insertionOfRow(WithdrawnGroupTable, row)}
      on conflict (tenant, name, user_key) do update set named_user = excluded.named_user, set_by = excluded.set_by, set_at = excluded.set_at, restored_at = null
      where withdrawn_groups.restored_at is not null returning 1`.execute(db);
  return rows.length > 0;
};

/** Ends a withdrawal, from a person under any spelling of their name or from everybody. False when none is in force. */
export const endGroupWithdrawal = async (
  { db, viewer: { tenant } }: WriteSession,
  group: string,
  user: string | null,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`update withdrawn_groups set restored_at = ${now}
    where tenant = ${tenant} and name = ${group} and user_key = ${userKeyOf(user)} and restored_at is null returning 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** The withdrawals of a store that this process knows. */
interface Known {
  /** By tenant, the keys of `keyOf`. */
  byTenant: ReadonlyMap<string, ReadonlySet<string>>;
  /** The look that began last. */
  last: Promise<void>;
  /** A look that has not begun; null: none. */
  waiting: Promise<void> | null;
}

const knownOf = new WeakMap<Orm, Known>();
const keyOf = (group: string, userKey: string): string => JSON.stringify([group, userKey]);

const readWithdrawals = async (orm: Orm): Promise<Known['byTenant']> => {
  const rows = await inReadSession(orm, gatewayOf(''), systemRole, async (session) => {
    const read = sql<{
      tenant: string;
      name: string;
      userKey: string;
    }>`select tenant, name, user_key as "userKey"
      from groups_withdrawn()`;
    return (await read.execute(await session.db())).rows;
  });
  return new Map(
    [...Map.groupBy(rows, ({ tenant }) => tenant)].map(([tenant, ofTenant]) => [
      tenant,
      new Set(ofTenant.map(({ name, userKey }) => keyOf(name, userKey))),
    ]),
  );
};

/**
 * Learns the withdrawals in force of all tenants, by a look that begins after the call. Looks follow one another, and those who wait
 * share one, so that a silent database piles none up. What fails leaves those that were known.
 */
export const learnWithdrawnGroups = (orm: Orm): Promise<void> => {
  const known = knownOf.get(orm) ?? { byTenant: new Map(), last: Promise.resolve(), waiting: null };
  knownOf.set(orm, known);
  known.waiting ??= known.last = known.last
    .catch(() => undefined)
    .then(async () => {
      known.waiting = null;
      known.byTenant = await readWithdrawals(orm);
    });
  return known.waiting;
};

/** True for a group that was withdrawn from everybody, or from the user under any spelling, as this process knows. */
export const isGroupWithdrawn = (
  orm: Orm,
  { tenant, user }: Pick<Viewer, 'tenant' | 'user'>,
  group: string,
): boolean => {
  const withdrawn = knownOf.get(orm)?.byTenant.get(tenant);
  return (
    withdrawn !== undefined &&
    (withdrawn.has(keyOf(group, '')) || withdrawn.has(keyOf(group, foldedName(user))))
  );
};
