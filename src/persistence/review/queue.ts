import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import type { Search } from '#domain/input/search.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import {
  decodeCursor,
  encodeCursor,
  isAfter,
  type Page,
  type PageArguments,
  pageOf,
} from '#persistence/reading/keyset.ts';
import { countOfFound, foundOrder, pageOfFound, type SearchedTable } from '#persistence/reading/search.ts';
import { type Expression, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo, wordsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { conjunction, type ItemRef } from './items.ts';

export interface QueueFilter {
  readonly project?: string | null | undefined;
  readonly kind?: MemoryKind | null | undefined;
  readonly entityType?: EntityType | null | undefined;
  readonly layer?: 'L1_CANDIDATE' | 'L2_CANDIDATE' | null | undefined;
  readonly rule?: string | null | undefined;
  readonly minConfidence?: number | null | undefined;
  /** Pending since before this instant. */
  readonly pendingBefore?: Date | null | undefined;
  readonly waveId?: string | null | undefined;
  /** Whether it is due at an instant: not deferred, or until no later. */
  readonly due?: { readonly is: boolean; readonly at: Date } | null | undefined;
  readonly search?: Search | null | undefined;
}

const memoriesOnly = (filter: QueueFilter) => filter.kind != null || filter.layer === 'L1_CANDIDATE';
const entitiesOnly = (filter: QueueFilter) => filter.entityType != null || filter.layer === 'L2_CANDIDATE';

const queueConditions = (session: ReadSession, filter: QueueFilter) => [
  itemsVisibleTo(session.viewer, 'i'),
  sql<SqlBool>`i.status = 'CANDIDATE'`,
  excludesPersonal(session.viewer, null) && sql<SqlBool>`not i.is_personal`,
  filter.project != null && sql<SqlBool>`i.project = ${filter.project}`,
  filter.rule != null && sql<SqlBool>`i.rule = ${filter.rule}`,
  filter.minConfidence != null && sql<SqlBool>`i.confidence >= ${filter.minConfidence}`,
  filter.pendingBefore != null && sql<SqlBool>`i.pending_since < ${filter.pendingBefore}`,
  filter.search != null && wordsVisibleTo(session.viewer, 'i'),
  filter.due != null &&
    sql<SqlBool>`(i.deferred_until is null or i.deferred_until <= ${filter.due.at}) = ${filter.due.is}`,
  filter.waveId != null &&
    sql<SqlBool>`exists (select 1 from extraction_reports r where r.tenant = i.tenant and r.id = i.report_id and r.wave_id = ${filter.waveId})`,
];

/** The tables that a queue filter leaves, each with its conditions. */
const queueSources = (
  session: ReadSession,
  filter: QueueFilter,
  after: Expression<SqlBool> | null,
): readonly SearchedTable[] => [
  ...(entitiesOnly(filter)
    ? []
    : [
        {
          itemKind: 'memory' as const,
          table: 'memories' as const,
          where: conjunction([
            ...queueConditions(session, filter),
            filter.kind != null && sql<SqlBool>`i.kind = ${filter.kind}`,
            after,
          ]),
        },
      ]),
  ...(memoriesOnly(filter)
    ? []
    : [
        {
          itemKind: 'entity' as const,
          table: 'graph_entities' as const,
          where: conjunction([
            ...queueConditions(session, filter),
            filter.entityType != null && sql<SqlBool>`i.entity_type = ${filter.entityType}`,
            after,
          ]),
        },
      ]),
];

const queueOrder = 'candidates';
const foundQueueOrder = 'candidates:RANK';
export const itemCursor = ({ rank, position, id }: ItemRef): string =>
  rank === undefined
    ? encodeCursor(queueOrder, [position.getTime(), id])
    : encodeCursor(foundQueueOrder, [rank, id]);

const pageOfFoundQueue = async (
  session: ReadSession,
  filter: QueueFilter,
  search: Search,
  { first, after: cursor }: PageArguments,
): Promise<Page<ItemRef>> => {
  const after = cursor === null ? null : decodeCursor(foundQueueOrder, ['number', 'string'], cursor);
  const sources = queueSources(session, filter, null);
  if (sources.length === 0) return { rows: [], hasNextPage: false };
  const order = { column: 'rank', direction: 'DESC', after, limit: first + 1 } as const;
  const { rows } = await sql<ItemRef>`${pageOfFound(search, sources, order)}
    select f."itemKind", f.id, f.rank from page f ${foundOrder('DESC')}`.execute(await session.db());
  return pageOf(rows, first);
};

/** The review queue, longest pending first; what a search finds in it, what answers it best first. */
export const pageOfQueue = async (
  session: ReadSession,
  filter: QueueFilter,
  page: PageArguments,
): Promise<Page<ItemRef>> => {
  if (filter.search != null) return pageOfFoundQueue(session, filter, filter.search, page);
  let after: Expression<SqlBool> | null = null;
  if (page.after !== null) {
    const [value = 0, id = ''] = decodeCursor(queueOrder, ['instant', 'string'], page.after);
    after = isAfter(sql.ref('i.pending_since'), sql.ref('i.id'), 'ASC', new Date(value), String(id));
  }
  const sources = queueSources(session, filter, after);
  if (sources.length === 0) return { rows: [], hasNextPage: false };
  const limit = page.first + 1;
  const parts = sources.map(
    ({
      itemKind,
      table,
      where,
    }) => sql`(select ${sql.lit(itemKind)} as "itemKind", i.id, i.pending_since as position
      from ${sql.table(table)} i where ${where} order by i.pending_since, i.id limit ${limit})`,
  );
  const db = await session.db();
  const { rows } =
    await sql<ItemRef>`select * from (${sql.join(parts, sql` union all `)}) queue order by position, id limit ${limit}`.execute(
      db,
    );
  return pageOf(rows, page.first);
};

export const countQueue = async (session: ReadSession, filter: QueueFilter): Promise<number> => {
  const sources = queueSources(session, filter, null);
  if (sources.length === 0) return 0;
  const counts = sources.map(
    ({ table, where }) => sql`(select count(*) from ${sql.table(table)} i where ${where})`,
  );
  const count =
    filter.search == null
      ? sql<{ count: string }>`select ${sql.join(counts, sql` + `)} as count`
      : countOfFound(filter.search, sources);
  const { rows } = await count.execute(await session.db());
  return Number(rows[0]?.count ?? 0);
};
