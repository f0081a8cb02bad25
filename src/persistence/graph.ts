import DataLoader from 'dataloader';
import type { EntityRelation } from '#domain/graph/relations.ts';
import type { Search } from '#domain/input/search.ts';
import { readStandingId } from '#domain/input/shown-id.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import type { Count } from '#persistence/reading/count.ts';
import { itemTables } from '#persistence/reading/item-tables.ts';
import { conjunction } from './reading/conditions.ts';
import { type EntityRow, itemAsShown, itemColumns } from './reading/item-rows.ts';
import { encodeCursor, type Page, type PageArguments } from './reading/keyset.ts';
import { listOrder, type OrderBy, type OrderColumns } from './reading/list-order.ts';
import type { NestedList } from './reading/nested-list.ts';
import type { ReadTogether } from './reading/read-together.ts';
import { hasId } from './reading/rows-with-ids.ts';
import type { SearchedTable } from './reading/search.ts';
import { type SqlBool, sql } from './reading/sql.ts';
import { itemsVisibleTo, relationsVisibleTo, wordsVisibleTo } from './reading/visibility-predicate.ts';
import { pageOfItems } from './review/filtered-items.ts';
import { pageOfFoundItems, searchedItems } from './review/found-items.ts';
import { countItems } from './review/item-counts.ts';
import { type ItemFilter, itemConditions, withoutHistory } from './review/item-filter.ts';
import type { Ranked } from './review/items.ts';
import { asTheyStood } from './review/snapshots.ts';
import type { ReadSession } from './store/viewer-session.ts';

export interface EntityListFilter extends ItemFilter {
  readonly search?: Search | null | undefined;
}

export interface EntityListQuery {
  readonly filter: EntityListFilter;
  /** Absent: newest first. */
  readonly orderBy?: OrderBy<keyof typeof entityOrders> | null | undefined;
  /** Status, name and content as they stood at that instant, under today's visibility; null for now. */
  readonly asOf: Date | null;
}

const entityOrders = {
  CREATED_AT: { of: sql.ref('i.created_at'), shape: 'instant' },
  UPDATED_AT: { of: sql.ref('i.updated_at'), shape: 'instant' },
  CONFIDENCE: { of: sql.ref('i.confidence'), shape: 'number' },
} as const satisfies OrderColumns;
/** Orders of entities as they stood. */
const ordersThen: OrderColumns = {
  ...entityOrders,
  UPDATED_AT: { of: sql.ref('i.updated_at_then'), shape: 'instant' },
  CONFIDENCE: { of: sql.ref('i.confidence_then'), shape: 'number' },
};

const newestFirst: OrderBy = { field: 'CREATED_AT', direction: 'DESC' };

const orderOf = (orderBy: OrderBy | null | undefined, columns: OrderColumns = entityOrders) =>
  listOrder<EntityRow>(
    {
      name: 'entities',
      key: { of: sql.ref('i.id'), shape: 'string', keyOf: ({ id }) => id },
      direction: 'DESC',
    },
    columns,
    orderBy ?? newestFirst,
  );
const foundEntityOrder = 'entities:RANK';
export const entityCursor = (row: EntityRow & Ranked, orderBy?: OrderBy | null): string =>
  row.rank === undefined
    ? orderOf(orderBy).cursorOf(row)
    : encodeCursor(foundEntityOrder, [row.rank, row.id]);

/** Conditions of a list; `part` is a part of its filter, where the rest is asked otherwise. */
const conditionsOf = (
  { viewer }: ReadSession,
  { filter, asOf }: EntityListQuery,
  part: ItemFilter = filter,
) => {
  const past = asOf !== null;
  return conjunction([
    itemsVisibleTo(viewer, 'i'),
    excludesPersonal(viewer, null) && sql<SqlBool>`not i.is_personal`,
    filter.search != null && wordsVisibleTo(viewer, 'i'),
    withoutHistory(sql.ref(past ? 'i.status_then' : 'i.status'), filter),
    ...itemConditions(viewer, part, { of: 'i', kind: 'entity', past }),
  ]);
};

export const searchedEntities = (session: ReadSession, query: EntityListQuery): readonly SearchedTable[] => [
  searchedItems(session, 'entity', query, conditionsOf(session, query)),
];

/** The entities that the viewer may see, newest first; what a search finds among them, what answers it best first. */
export const pageOfEntities = async (
  session: ReadSession,
  query: EntityListQuery,
  page: PageArguments,
): Promise<Page<EntityRow & Ranked>> => {
  const { search } = query.filter;
  if (search != null)
    return pageOfFoundItems<EntityRow>(
      session,
      'entity',
      query.asOf,
      search,
      {
        order: foundEntityOrder,
        column: 'rank',
        direction: 'DESC',
        tables: searchedEntities(session, query),
        columns: itemColumns('i', session, 'entity'),
      },
      page,
    );
  const order = orderOf(query.orderBy, query.asOf === null ? entityOrders : ordersThen);
  const list = {
    conditionsOf: (part: ItemFilter) => conditionsOf(session, query, part),
    columns: sql`${itemColumns('i', session, 'entity')}${order.position}`,
    order: order.keyset,
  };
  return pageOfItems<EntityRow>(session, 'entity', query, list, page);
};

export const countEntities = (session: ReadSession, query: EntityListQuery): Promise<Count> =>
  countItems(session, 'entity', query, {
    conditionsOf: (part) => conditionsOf(session, query, part),
    searched: () => searchedEntities(session, query),
  });

/** The entities that a memory was proposed as, or became. */
export const entitiesOfMemory: NestedList<EntityRow> = {
  name: 'graduated-to',
  columns: (session) => itemColumns('n', session, 'entity'),
  from: sql`graph_entities`,
  parent: 'graduated_from_id',
  lasts: { since: 'created_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => itemsVisibleTo(viewer, 'n'),
  asShown: (row, session) => itemAsShown(session, row),
};

/**
 * The ids of what an item took the place of, now or by the id of a snapshot then, oldest first: rejected candidates, which were never
 * believed, last.
 */
const supersededIds = ({ viewer }: ReadSession, itemKind: 'memory' | 'entity', read: ReadTogether) => {
  const table = sql.table(itemTables[itemKind]);
  const now = (ids: readonly string[]) =>
    sql`select i.id, i.superseded_by_id as key, i.valid_until as "endedAt"
      from ${table} i where ${itemsVisibleTo(viewer, 'i')} and i.superseded_by_id = any(${[...ids]})`;
  const then = (keys: readonly string[]) => {
    const wanted = keys.map(readStandingId);
    const replaced = sql`(select m.*, w.key, w.successor, w.at from unnest(${[...keys]}::text[], ${wanted.map(({ id }) => id)}::text[],
        ${wanted.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[]) as w (key, successor, at)
      cross join lateral (select now_.id from ${table} now_ where now_.tenant = ${viewer.tenant} and now_.superseded_by_id = w.successor
        union select ${sql.ref(`f.${itemKind}_id`)} from former_states f where f.tenant = ${viewer.tenant} and f.superseded_by_id = w.successor) known
      join ${table} m on m.tenant = ${viewer.tenant} and m.id = known.id)`;
    return sql`select i.id, i.key, i.valid_until_then as "endedAt" from ${asTheyStood(itemKind, replaced, sql.ref('m.at'))}
      where ${itemsVisibleTo(viewer, 'i')} and i.superseded_by_id_then = i.successor`;
  };
  return new DataLoader<string, readonly string[]>(async (keys) => {
    const [past, present] = [true, false].map((isPast) =>
      keys.filter((key) => (readStandingId(key).at !== null) === isPast),
    ) as [string[], string[]];
    const rows = (
      await Promise.all([
        present.length === 0 ? [] : read<{ id: string; key: string; endedAt: Date | null }>(now(present)),
        past.length === 0 ? [] : read<{ id: string; key: string; endedAt: Date | null }>(then(past)),
      ])
    ).flat();
    const ended = ({ endedAt }: (typeof rows)[number]) => endedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
    rows.sort((a, b) => ended(a) - ended(b) || (a.id < b.id ? -1 : 1));
    const byKey = Map.groupBy(rows, ({ key }) => key);
    return keys.map((key) => (byKey.get(key) ?? []).map((row) => row.id));
  });
};
export const memoriesSupersededBy = (session: ReadSession, read: ReadTogether) =>
  supersededIds(session, 'memory', read);
export const entitiesSupersededBy = (session: ReadSession, read: ReadTogether) =>
  supersededIds(session, 'entity', read);

export interface RelationRow {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
  readonly relation: EntityRelation;
  readonly relatedBy: string;
  readonly relatedAt: Date;
  /** Null while it stands, as the instant. */
  readonly unrelatedBy: string | null;
  readonly unrelatedAt: Date | null;
}

const relationColumns = sql`n.id, n.from_id as "fromId", n.to_id as "toId", n.relation, n.related_by as "relatedBy", n.related_at as "relatedAt",
  n.unrelated_by as "unrelatedBy", n.unrelated_at as "unrelatedAt"`;

/** Null for an id that is missing, or of which an end is hidden. */
export const relationsById = (session: ReadSession) =>
  new DataLoader<string, RelationRow | null>(async (ids) => {
    const { rows } = await sql<RelationRow>`select ${relationColumns} from entity_relations n
      where ${hasId(session.viewer.tenant, ids, 'n')} and ${relationsVisibleTo(session.viewer, 'n')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

const relationsOf = (name: string, parent: 'from_id' | 'to_id'): NestedList<RelationRow> => ({
  name,
  columns: relationColumns,
  from: sql`entity_relations`,
  parent,
  lasts: { since: 'related_at', until: 'unrelated_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => relationsVisibleTo(viewer, 'n'),
});

/** The standing edges that lead to an entity from others, as far as the viewer sees both ends. */
export const incomingRelationsOfEntity = relationsOf('incoming-relations', 'to_id');
/** The standing edges that lead from an entity to others, as far as the viewer sees both ends. */
export const relationsOfEntity = relationsOf('relations', 'from_id');
