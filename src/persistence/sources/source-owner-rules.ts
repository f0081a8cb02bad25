import type { QueryExecutorProvider } from 'kysely';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import { SourceOwnerRulesTable } from '#entities/source-owner-rules.ts';
import { sql } from '#persistence/reading/sql.ts';
import { insertionOfRow, selectRows } from '#persistence/store/stored-rows.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

export interface SourceOwnerRulesRow {
  /** 0: no admin has named owners. */
  readonly revision: number;
  readonly rules: readonly SourceOwnerRule[];
  /** Null when nobody has. */
  readonly setBy: string | null;
  readonly setAt: Date | null;
}

/** The rules of the session's tenant that its admins set. */
export const readSourceOwnerRules = async (
  db: QueryExecutorProvider,
  { tenant }: Viewer,
): Promise<SourceOwnerRulesRow> => {
  const { rows } =
    await sql<SourceOwnerRulesRow>`select r.revision, r.rules, r.set_by as "setBy", r.set_at as "setAt"
    from source_owner_rules r where r.tenant = ${tenant}`.execute(db);
  return rows[0] ?? { revision: 0, rules: [], setBy: null, setAt: null };
};

/** The stored rules, locked until the transaction ends; null when no admin has set any. */
export const lockSourceOwnerRules = async ({ db, viewer }: WriteSession) => {
  const [table] = await selectRows(
    db,
    SourceOwnerRulesTable,
    sql`where tenant = ${viewer.tenant} for update`,
  );
  return table ?? null;
};

/** Stores the next revision of the rules. `known`: the tenant has some already. */
export const storeSourceOwnerRules = (
  { send, viewer: { tenant } }: WriteSession,
  stated: {
    readonly revision: number;
    readonly rules: readonly SourceOwnerRule[];
    readonly setBy: string;
    readonly setAt: Date;
  },
  table: 'new' | 'known',
): void =>
  send(
    table === 'known'
      ? sql`update source_owner_rules set revision = ${stated.revision}, rules = ${JSON.stringify(stated.rules)}::jsonb,
          set_by = ${stated.setBy}, set_at = ${stated.setAt} where tenant = ${tenant}`
      : insertionOfRow(SourceOwnerRulesTable, { tenant, ...stated }),
  );
