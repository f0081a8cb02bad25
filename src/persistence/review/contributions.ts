import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { openContradictions } from '#persistence/contradictions/contradictions.ts';
import { itemColumns, itemsAsSeen, type MemoryRow } from '#persistence/reading/item-rows.ts';
import {
  encodeCursor,
  type KeysetOrder,
  keyset,
  type Page,
  type PageArguments,
  pageOf,
} from '#persistence/reading/keyset.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

const order: KeysetOrder = {
  name: 'contributions',
  direction: 'DESC',
  columns: [
    { of: sql.ref('i.created_at'), shape: 'instant' },
    { of: sql.ref('i.id'), shape: 'string' },
  ],
};
export const contributionCursor = ({ createdAt, id }: MemoryRow): string =>
  encodeCursor(order.name, [createdAt.getTime(), id]);

const own = ({ viewer }: ReadSession) =>
  sql<SqlBool>`(${itemsVisibleTo(viewer, 'i')} and i.contributor = ${viewer.user})`;

/** The viewer's own memories, personal ones too, newest first. */
export const pageOfContributions = async (
  session: ReadSession,
  page: PageArguments,
): Promise<Page<MemoryRow>> => {
  const { between, tail } = keyset(order, page);
  const { rows } =
    await sql<MemoryRow>`select ${itemColumns('i', session, 'memory', 'createdAt')} from memories i where ${own(session)}${between}
    ${tail}`.execute(await session.db());
  return pageOf(itemsAsSeen(session, rows), page);
};

export const countContributions = async (session: ReadSession): Promise<number> => {
  const { rows } = await sql<{
    count: string;
  }>`select count(*) from memories i where ${own(session)}`.execute(await session.db());
  return Number(rows[0]?.count ?? 0);
};

export interface MemoryStats {
  readonly total: number;
  readonly byStatus: readonly { readonly status: ItemStatus; readonly count: number }[];
  readonly byKind: readonly { readonly kind: MemoryKind; readonly count: number }[];
  readonly byDomain: readonly { readonly domain: string | null; readonly count: number }[];
  readonly openContradictions: number;
}

/** What the viewer may see, counted in one aggregation; sorted by what is counted, no domain last. `project` null: all. */
export const readMemoryStats = async (session: ReadSession, project: string | null): Promise<MemoryStats> => {
  const { rows } = await sql<{
    counted: 'total' | 'status' | 'kind' | 'domain';
    status: ItemStatus;
    kind: MemoryKind;
    domain: string | null;
    count: string;
    open: string;
  }>`select case grouping(i.status, i.kind, i.domain) when 7 then 'total' when 3 then 'status' when 5 then 'kind' else 'domain' end as counted,
      i.status, i.kind, i.domain, count(*) as count,
      ${openContradictions(session.viewer, project)} as open
    from memories i where ${itemsVisibleTo(session.viewer, 'i')}${project === null ? sql`` : sql` and i.project = ${project}`}
    group by grouping sets ((), (i.status), (i.kind), (i.domain))
    order by 1, i.status, i.kind, i.domain nulls last`.execute(await session.db());
  const of = (counted: (typeof rows)[number]['counted']) =>
    rows.filter((row) => row.counted === counted).map((row) => ({ ...row, count: Number(row.count) }));
  return {
    total: of('total')[0]?.count ?? 0,
    byStatus: of('status'),
    byKind: of('kind'),
    byDomain: of('domain'),
    openContradictions: Number(rows[0]?.open ?? 0),
  };
};
