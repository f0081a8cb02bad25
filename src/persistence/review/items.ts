import type { Search } from '#domain/input/search.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import { conjunction } from '#persistence/reading/conditions.ts';
import type { Count } from '#persistence/reading/count.ts';
import {
  type EntityRow,
  type ItemRow,
  itemColumns,
  itemsAsSeen,
  type MemoryRow,
} from '#persistence/reading/item-rows.ts';
import { itemTables } from '#persistence/reading/item-tables.ts';
import {
  type Direction,
  encodeCursor,
  type KeysetOrder,
  type Page,
  type PageArguments,
} from '#persistence/reading/keyset.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { RowLoader } from '#persistence/reading/row-loader.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import type { SearchedTable } from '#persistence/reading/search.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsListedTo, itemsVisibleTo, wordsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { pageOfItems } from './filtered-items.ts';
import { valueThen } from './former-states.ts';
import { pageOfFoundItems, searchedItems } from './found-items.ts';
import { countItems } from './item-counts.ts';
import {
  type ItemFilter,
  itemConditions,
  itemOrders,
  itemOrdersThen,
  withoutHistory,
} from './item-filter.ts';
import { itemsAt } from './snapshots.ts';

/** How well an item answers a search; absent where nothing was searched for. */
export interface Ranked {
  readonly rank?: number;
}

const byId = <Row extends ItemRow>(session: ReadSession, itemKind: Row['itemKind']) => {
  const columns = itemColumns('i', session, itemKind);
  const table = itemTables[itemKind];
  return new RowLoader<Row>(async (ids) => {
    const db = await session.byKey();
    const { rows } =
      await sql<Row>`select ${columns} from ${rowsWithIds(session.viewer, table, ids)} i`.execute(db);
    const visible = new Map(itemsAsSeen(session, rows).map((row) => [row.id, row]));
    return ids.map((id) => visible.get(id) ?? null);
  });
};

/** Null for an id that is missing, hidden, of another tenant or of another type. */
export const memoriesById = (session: ReadSession) => byId<MemoryRow>(session, 'memory');
export const entitiesById = (session: ReadSession) => byId<EntityRow>(session, 'entity');

export const memoryOrders = {
  CREATED_AT: {
    column: 'created_at',
    name: 'createdAt',
    shape: 'instant',
    of: (row: MemoryRow) => row.createdAt.getTime(),
  },
  UPDATED_AT: {
    column: 'updated_at',
    name: 'updatedAt',
    shape: 'instant',
    of: (row: MemoryRow) => row.updatedAt.getTime(),
  },
  CONFIDENCE: {
    column: 'confidence',
    name: 'confidence',
    shape: 'number',
    of: (row: MemoryRow) => row.confidence,
  },
} as const;
export type MemoryOrderField = keyof typeof memoryOrders;

/** The order of a search that names no other. */
const rankOrder = {
  column: 'rank',
  name: 'rank',
  shape: 'number',
  of: ({ rank }: Ranked) => rank ?? 0,
} as const;
const orderOf = (field: MemoryOrderField | 'RANK') => (field === 'RANK' ? rankOrder : memoryOrders[field]);

export interface MemoryListFilter extends ItemFilter {
  readonly search?: Search | null | undefined;
}

export interface MemoryListQuery {
  readonly filter: MemoryListFilter;
  /** `RANK` with a search alone. */
  readonly orderBy: { readonly field: MemoryOrderField | 'RANK'; readonly direction: Direction };
  /** Lists leave personal items out; an admin alone may ask for them with false. */
  readonly excludePersonal: boolean | null;
  /** Status and content as they stood at that instant, under today's visibility; null for now. */
  readonly asOf: Date | null;
}

/** Conditions of a list; `filter` is a part of its own, where the rest is asked otherwise. */
const memoryConditions = (
  session: ReadSession,
  query: MemoryListQuery,
  filter: ItemFilter = query.filter,
) => {
  const past = query.asOf !== null;
  return conjunction([
    itemsVisibleTo(session.viewer, 'i'),
    excludesPersonal(session.viewer, query.excludePersonal) && sql<SqlBool>`not i.is_personal`,
    query.filter.search != null && wordsVisibleTo(session.viewer, 'i'),
    withoutHistory(sql.ref(past ? 'i.status_then' : 'i.status'), query.filter),
    ...itemConditions(session.viewer, filter, { of: 'i', kind: 'memory', past }),
  ]);
};

export const searchedMemories = (session: ReadSession, query: MemoryListQuery): readonly SearchedTable[] => [
  searchedItems(session, 'memory', query, memoryConditions(session, query)),
];

const orderName = ({ orderBy }: MemoryListQuery) => `memories:${orderBy.field}:${orderBy.direction}`;

/** The cursor of a row in its list. */
export const memoryCursor = (query: MemoryListQuery, row: MemoryRow & Ranked): string =>
  encodeCursor(orderName(query), [orderOf(query.orderBy.field).of(row), row.id]);

/** A page of the memories that the viewer may see. Throws `input.invalid` for a cursor of another list. */
export const pageOfMemories = async (
  session: ReadSession,
  query: MemoryListQuery,
  page: PageArguments,
): Promise<Page<MemoryRow & Ranked>> => {
  const { field, direction } = query.orderBy;
  const { column: orderColumn, name, shape } = orderOf(field);
  const columns = itemColumns('i', session, 'memory', name);
  const { search } = query.filter;
  if (search != null) {
    const found = { order: orderName(query), column: orderColumn, direction };
    const tables = searchedMemories(session, query);
    return pageOfFoundItems<MemoryRow>(
      session,
      'memory',
      query.asOf,
      search,
      { ...found, tables, columns },
      page,
    );
  }
  const order: KeysetOrder = {
    name: orderName(query),
    direction,
    columns: [
      {
        of: (query.asOf !== null && valueThen('i', orderColumn)) || sql.ref(`i.${orderColumn}`),
        shape,
      },
      { of: sql.ref('i.id'), shape: 'string' },
    ],
  };
  const conditionsOf = (part: ItemFilter) => memoryConditions(session, query, part);
  return pageOfItems<MemoryRow>(session, 'memory', query, { conditionsOf, columns, order }, page);
};

/** How many memories the list holds for this viewer. */
export const countMemories = (session: ReadSession, query: MemoryListQuery): Promise<Count> =>
  countItems(session, 'memory', query, {
    conditionsOf: (part) => memoryConditions(session, query, part),
    searched: () => searchedMemories(session, query),
  });

/** A member of a list of memories and entities: enough to order it; the row comes from the loaders. */
export interface ItemRef extends Ranked {
  readonly itemKind: 'memory' | 'entity';
  readonly id: string;
  readonly position: Date;
}

const ownColumns = {
  memory: sql.raw('i.kind, null::text as entity_type, null::text as name, i.domain, i.tags, i.subject_id'),
  entity: sql.raw(
    "null::text as kind, i.entity_type, i.name, null::text as domain, '{}'::text[] as tags, null::text as subject_id",
  ),
};

/** Former values that a filter or an order of these lists reads. */
const thenColumns = (kind: ItemRef['itemKind'], asOf: Date | null): RawBuilder<unknown> => {
  if (asOf === null) return sql``;
  const ofMemories =
    kind === 'memory' ? 'i.domain_then, i.tags_then' : "null::text as domain_then, '{}'::text[] as tags_then";
  return sql.raw(`, i.status_then, i.name_then, i.sensitivity_labels_then, i.audience_then, i.confidence_then,
    i.pending_since_then, i.updated_at_then, ${ofMemories}`);
};

interface ItemsOf {
  /** The column with the parent's id, of an item (`i`) or of what is joined to it. */
  readonly of: string;
  readonly join?: (asOf: Date | null) => RawBuilder<unknown>;
  readonly shownTo?: (viewer: Viewer, table: string) => Expression<SqlBool>;
}

export const itemsOf = (
  name: string,
  { of, join, shownTo = itemsVisibleTo }: ItemsOf,
): NestedList<ItemRef & { readonly serial: string }> => {
  const itemsFrom = (asOf: Date | null) =>
    sql`(${sql.join(
      (['memory', 'entity'] as const).map(
        (
          kind,
        ) => sql`select ${sql.lit(kind)} as "itemKind", i.id, substr(i.id, 5) as serial, i.created_at, i.tenant,
        ${sql.ref(of)} as parent_id, i.status, i.is_personal, i.audience, i.contributor, i.quarantined, i.sensitivity_labels,
        i.project, i.rule, i.extractor_version, i.source_id, i.report_id, i.routing_status, i.confidence,
        i.review_score, i.pending_since, i.updated_at, ${ownColumns[kind]}${thenColumns(kind, asOf)}
      from ${itemsAt(kind, asOf)} ${join?.(asOf) ?? sql``}`,
      ),
      sql` union all `,
    )})`;
  const conditions = (past: boolean) => (filter: ItemFilter, viewer: Viewer) =>
    itemConditions(viewer, filter, { of: 'n', kind: 'either', past });
  return {
    name,
    columns: sql`n."itemKind", n.id, n.created_at as position, n.serial`,
    from: itemsFrom(null),
    parent: 'parent_id',
    byValue: true,
    key: 'serial',
    keyOf: ({ serial }) => serial,
    visible: (viewer) => shownTo(viewer, 'n'),
    conditions: conditions(false),
    orders: itemOrders,
    at: (asOf) => ({ from: itemsFrom(asOf), conditions: conditions(true), orders: itemOrdersThen }),
  };
};

/** Items that a pass wrote, in writing order. */
export const itemsOfReport = itemsOf('report-items', { of: 'i.report_id' });
/** Items of an extraction, in writing order. */
export const itemsOfExtraction = itemsOf('extraction-items', { of: 'i.extraction_id' });
/** Items read from a source by any pass, in writing order. */
export const itemsOfSource = itemsOf('source-items', { of: 'i.source_id' });
/** Like `itemsOfSource`, for all sections of a document. */
export const itemsOfDocument = itemsOf('document-items', {
  of: 'c.document_id',
  join: () => sql`join chunks c on c.tenant = i.tenant and c.id = i.source_id`,
});
/** Items that the passes over a wave wrote. */
export const itemsOfWave = itemsOf('wave-items', {
  of: 'r.wave_id',
  join: () => sql`join extraction_reports r on r.tenant = i.tenant and r.id = i.report_id`,
});
/** Items read from the sections that a trace was given; personal ones are not listed. */
export const itemsOfTrace = itemsOf('trace-items', {
  of: 'link.trace_id',
  join: () => sql`join trace_chunks link on link.tenant = i.tenant and link.chunk_id = i.source_id`,
  shownTo: itemsListedTo,
});
