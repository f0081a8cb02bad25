import type { QueryExecutorProvider } from 'kysely';
import type { DomainEntry } from '#domain/classification/classification.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { hasId } from './reading/rows-with-ids.ts';
import { sql } from './reading/sql.ts';
import type { ReadSession } from './store/viewer-session.ts';

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

/** A memory without a domain, as a model is asked about it. */
export interface MemoryWithoutDomain {
  readonly id: string;
  readonly revision: number;
  readonly visibilityKey: string;
  /** Its first characters. */
  readonly content: string;
}

/** Reads memories without a domain, by id; at most `most`, with `contentLength` characters of each. */
export const readMemoriesWithoutDomain = async (
  session: ReadSession,
  ids: readonly string[],
  { most, contentLength }: { readonly most: number; readonly contentLength: number },
): Promise<MemoryWithoutDomain[]> => {
  const { rows } =
    await sql<MemoryWithoutDomain>`select m.id, m.revision, m.visibility_key as "visibilityKey", left(m.content, ${contentLength}) as content
    from memories m where ${hasId(session.viewer.tenant, ids, 'm')} and m.domain is null
    order by m.id limit ${most}`.execute(await session.db());
  return rows;
};
