import type { QueryExecutorProvider } from 'kysely';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import { sql } from '#persistence/reading/sql.ts';

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
