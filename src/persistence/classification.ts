import type { QueryExecutorProvider } from 'kysely';
import type { DomainEntry } from '#domain/classification/classification.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sql } from './reading/sql.ts';

export interface DomainKeywordsRow {
  /** 0: nobody has written the table. */
  readonly revision: number;
  readonly entries: readonly DomainEntry[];
  /** Null when nobody has. */
  readonly setBy: string | null;
  readonly setAt: Date | null;
}

/** The keyword table of the session's tenant: empty when nobody has written it. */
export const readDomainKeywords = async (
  db: QueryExecutorProvider,
  { tenant }: Viewer,
): Promise<DomainKeywordsRow> => {
  const { rows } =
    await sql<DomainKeywordsRow>`select k.revision, k.entries, k.set_by as "setBy", k.set_at as "setAt"
    from domain_keywords k where k.tenant = ${tenant}`.execute(db);
  return rows[0] ?? { revision: 0, entries: [], setBy: null, setAt: null };
};
