import DataLoader from 'dataloader';
import {
  type DuplicateRelation,
  isPossibleDuplicate,
  relateStatements,
} from '#domain/contradictions/duplicate-relation.ts';
import type { EntityRelation } from '#domain/graph/relations.ts';
import { programNames } from '#domain/ingestion/turns.ts';
import type { Search } from '#domain/input/search.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import { conjunction } from './reading/conditions.ts';
import { type EntityRow, itemAsShown, itemColumns, itemsAsSeen } from './reading/item-rows.ts';
import { encodeCursor, keyset, type Page, type PageArguments, pageOf } from './reading/keyset.ts';
import { listOrder, type OrderBy, type OrderColumns } from './reading/list-order.ts';
import type { NestedList } from './reading/nested-list.ts';
import type { ReadTogether } from './reading/read-together.ts';
import { countOfFound, foundOrder, pageOfFound, type SearchedTable } from './reading/search.ts';
import { type Expression, type SqlBool, sql } from './reading/sql.ts';
import {
  hangersVisibleTo,
  itemsVisibleTo,
  relationsVisibleTo,
  wordsVisibleTo,
} from './reading/visibility-predicate.ts';
import {
  type ItemFilter,
  itemConditions,
  onlyValue,
  statusesListed,
  withoutHistory,
} from './review/item-filter.ts';
import type { ItemRef, Ranked } from './review/items.ts';
import { itemsAt, nameThen, readItemsAt } from './review/snapshots.ts';
import type { ReadSession } from './store/viewer-session.ts';

export interface EntityListFilter extends ItemFilter {
  readonly search?: Search | null | undefined;
}

export interface EntityListQuery {
  readonly filter: EntityListFilter;
  /** Absent: newest first. */
  readonly orderBy?: OrderBy<keyof typeof entityOrders> | null | undefined;
  /** Status, name and content as they stood at that instant, under today's visibility; null for now. Not together with a search. */
  readonly asOf: Date | null;
}

export const entityOrders = {
  CREATED_AT: { of: sql.ref('i.created_at'), shape: 'instant' },
  UPDATED_AT: { of: sql.ref('i.updated_at'), shape: 'instant' },
  CONFIDENCE: { of: sql.ref('i.confidence'), shape: 'number' },
} as const satisfies OrderColumns;

const newestFirst: OrderBy = { field: 'CREATED_AT', direction: 'DESC' };

const orderOf = (orderBy: OrderBy | null | undefined) =>
  listOrder<EntityRow>(
    {
      name: 'entities',
      key: { of: sql.ref('i.id'), shape: 'string', keyOf: ({ id }) => id },
      direction: 'DESC',
    },
    entityOrders,
    orderBy ?? newestFirst,
  );
const foundEntityOrder = 'entities:RANK';
export const entityCursor = (row: EntityRow & Ranked, orderBy?: OrderBy | null): string =>
  row.rank === undefined
    ? orderOf(orderBy).cursorOf(row)
    : encodeCursor(foundEntityOrder, [row.rank, row.id]);

const conditionsOf = ({ viewer }: ReadSession, { filter, asOf }: EntityListQuery) => {
  const status = sql.ref(asOf === null ? 'i.status' : 'i.status_then');
  return conjunction([
    itemsVisibleTo(viewer, 'i'),
    excludesPersonal(viewer, null) && sql<SqlBool>`not i.is_personal`,
    filter.search != null && wordsVisibleTo(viewer, 'i'),
    withoutHistory(status, filter),
    ...itemConditions(viewer, filter, {
      of: 'i',
      kind: 'entity',
      status,
      name: asOf === null ? sql`i.name` : nameThen,
    }),
  ]);
};

const searchedEntities = (session: ReadSession, query: EntityListQuery): readonly SearchedTable[] => [
  {
    itemKind: 'entity',
    table: 'graph_entities',
    facets: {
      project: onlyValue(query.filter.project),
      kind: onlyValue(query.filter.entityType),
      statuses: statusesListed(query.filter),
      withPersonal: !excludesPersonal(session.viewer, null),
    },
    where: conditionsOf(session, query),
  },
];

const pageOfFoundEntities = async (
  session: ReadSession,
  query: EntityListQuery,
  search: Search,
  page: PageArguments,
): Promise<Page<EntityRow & Ranked>> => {
  const found = keyset(foundOrder(foundEntityOrder, 'rank', 'DESC'), page);
  const { rows } = await sql<
    EntityRow & Ranked
  >`${pageOfFound(search, searchedEntities(session, query), 'rank', found)}
    select ${itemColumns('i', session, 'entity')}, f.rank from page f join graph_entities i on i.id = f.id
    where ${itemsVisibleTo(session.viewer, 'i')} ${found.tail}`.execute(await session.db());
  return pageOf(itemsAsSeen(session, rows), page);
};

/** The entities that the viewer may see, newest first; what a search finds among them, what answers it best first. */
export const pageOfEntities = async (
  session: ReadSession,
  query: EntityListQuery,
  page: PageArguments,
): Promise<Page<EntityRow & Ranked>> => {
  const { search } = query.filter;
  if (search != null) return pageOfFoundEntities(session, query, search, page);
  const order = orderOf(query.orderBy);
  const { between, tail } = keyset(order.keyset, page);
  const seen = await readItemsAt<EntityRow>(session, 'entity', {
    asOf: query.asOf,
    columns: sql`${itemColumns('i', session, 'entity')}${order.position}`,
    where: sql`${conditionsOf(session, query)}${between} ${tail}`,
  });
  return pageOf(seen, page);
};

export const countEntities = async (session: ReadSession, query: EntityListQuery): Promise<number> => {
  const { search } = query.filter;
  const count =
    search == null
      ? sql<{ count: string }>`select count(*) from ${itemsAt('entity', query.asOf)}
          where ${conditionsOf(session, query)}`
      : countOfFound(search, searchedEntities(session, query));
  const { rows } = await count.execute(await session.db());
  return Number(rows[0]?.count ?? 0);
};

/** The entities that a memory was proposed as, or became. */
export const entitiesOfMemory: NestedList<EntityRow> = {
  name: 'graduated-to',
  columns: (session) => itemColumns('n', session, 'entity'),
  from: sql`graph_entities`,
  parent: 'graduated_from_id',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => itemsVisibleTo(viewer, 'n'),
  asShown: (row, session) => itemAsShown(session, row),
};

/** The ids of what an item took the place of, oldest first: rejected candidates, which were never believed, last. */
const supersededIds = ({ viewer }: ReadSession, table: 'memories' | 'graph_entities', read: ReadTogether) =>
  new DataLoader<string, readonly string[]>(async (ids) => {
    const rows = await read<{ id: string; successorId: string; endedAt: Date | null }>(sql`select i.id,
        i.superseded_by_id as "successorId", i.valid_until as "endedAt"
      from ${sql.table(table)} i where ${itemsVisibleTo(viewer, 'i')} and i.superseded_by_id = any(${[...ids]})`);
    const ended = ({ endedAt }: (typeof rows)[number]) => endedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
    rows.sort((a, b) => ended(a) - ended(b) || (a.id < b.id ? -1 : 1));
    const bySuccessor = Map.groupBy(rows, ({ successorId }) => successorId);
    return ids.map((id) => (bySuccessor.get(id) ?? []).map((row) => row.id));
  });
export const memoriesSupersededBy = (session: ReadSession, read: ReadTogether) =>
  supersededIds(session, 'memories', read);
export const entitiesSupersededBy = (session: ReadSession, read: ReadTogether) =>
  supersededIds(session, 'graph_entities', read);

export interface RelationRow {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
  readonly relation: EntityRelation;
  readonly relatedBy: string;
  readonly relatedAt: Date;
}

const relationColumns = sql`n.id, n.from_id as "fromId", n.to_id as "toId", n.relation, n.related_by as "relatedBy", n.related_at as "relatedAt"`;

/** Null for an id that is missing, or of which an end is hidden. */
export const relationsById = (session: ReadSession) =>
  new DataLoader<string, RelationRow | null>(async (ids) => {
    const { rows } = await sql<RelationRow>`select ${relationColumns} from entity_relations n
      where n.tenant = ${session.viewer.tenant} and n.id = any(${[...ids]}) and ${relationsVisibleTo(session.viewer, 'n')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** The edges that lead to an entity from others, as far as the viewer sees both ends. */
export const incomingRelationsOfEntity: NestedList<RelationRow> = {
  name: 'incoming-relations',
  columns: relationColumns,
  from: sql`entity_relations`,
  parent: 'to_id',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => relationsVisibleTo(viewer, 'n'),
};

/** The edges that lead from an entity to others, as far as the viewer sees both ends. */
export const relationsOfEntity: NestedList<RelationRow> = {
  name: 'relations',
  columns: relationColumns,
  from: sql`entity_relations`,
  parent: 'from_id',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => relationsVisibleTo(viewer, 'n'),
};

export interface SimilarItem extends Pick<ItemRef, 'itemKind' | 'id'> {
  /** Trigram similarity, from 0 to 1. */
  readonly similarity: number;
  /** How it relates by its words and its headings; null where those do not show it. */
  readonly relation: DuplicateRelation | null;
}

/** So much alike are the items that are compared, and so many of them, before the pure rule says which are shown. */
const leastLikeness = 0.15;
const mostCompared = 20;
const peersEach = 5;

interface SimilarRow {
  readonly itemId: string;
  readonly peerId: string;
  readonly peerKind: 'memory' | 'entity';
  readonly likeness: number;
  readonly content: string;
  readonly headingPath: readonly string[];
  readonly peerContent: string;
  readonly peerHeadingPath: readonly string[];
}

const wordingOf = (tenant: string, id: Expression<unknown>) => sql`lateral (
  select w.content, c.heading_path from memories w left join chunks c on c.tenant = w.tenant and c.id = w.chunk_id
    where w.tenant = ${tenant} and w.id = ${id} union all
  select w.content, c.heading_path from graph_entities w left join chunks c on c.tenant = w.tenant and c.id = w.chunk_id
    where w.tenant = ${tenant} and w.id = ${id})`;

/** The items of the same project that say nearly the same, most alike first, as far as the viewer may see. */
export const similarItems = (session: ReadSession) =>
  new DataLoader<string, readonly SimilarItem[]>(async (ids) => {
    const { tenant } = session.viewer;
    const { rows } =
      await sql<SimilarRow>`select s.item_id as "itemId", s.peer_id as "peerId", s.peer_kind as "peerKind", s.likeness,
        own.content, coalesce(own.heading_path, '{}') as "headingPath",
        peer.content as "peerContent", coalesce(peer.heading_path, '{}') as "peerHeadingPath"
      from similar_items(${[...ids]}, ${leastLikeness}, ${mostCompared}) s
      cross join ${wordingOf(tenant, sql.ref('s.item_id'))} own cross join ${wordingOf(tenant, sql.ref('s.peer_id'))} peer`.execute(
        await session.db(),
      );
    const found = Map.groupBy(rows, ({ itemId }) => itemId);
    return ids.map((id) =>
      (found.get(id) ?? [])
        .map((row) => ({
          row,
          likeness: row.likeness,
          relation: relateStatements(row, { content: row.peerContent, headingPath: row.peerHeadingPath }),
        }))
        .filter(isPossibleDuplicate)
        .slice(0, peersEach)
        .map(({ row, likeness, relation }) => ({
          id: row.peerId,
          itemKind: row.peerKind,
          similarity: likeness,
          relation,
        })),
    );
  });

export interface InteractionSighting {
  readonly interactionId: string;
  /** When the item was last met in it. */
  readonly at: Date;
  /** A person said it there, and not only a program. */
  readonly byPerson: boolean;
}

const spokenByPerson = sql`(i.span_speaker is null or not lower(i.span_speaker) = any(${[...programNames]}))`;

/** The interactions in which an item that the viewer sees was met, its own source included. */
export const interactionSightings = (session: ReadSession) =>
  new DataLoader<string, readonly InteractionSighting[]>(async (itemIds) => {
    const ids = [...itemIds];
    const { viewer } = session;
    const { rows } = await sql<
      InteractionSighting & { itemId: string }
    >`select met."itemId", met.interaction_id as "interactionId",
        max(met.at) as at, bool_or(met.by_person) as "byPerson" from (
        select coalesce(s.memory_id, s.entity_id) as "itemId", s.interaction_id, s.seen_at as at, not s.said_by_program as by_person from sightings s
          where (s.memory_id = any(${ids}) or s.entity_id = any(${ids})) and ${hangersVisibleTo(viewer, 's')}
        union all select i.id, i.interaction_id, i.created_at, ${spokenByPerson} from memories i where i.id = any(${ids}) and ${itemsVisibleTo(viewer, 'i')}
        union all select i.id, i.interaction_id, i.created_at, ${spokenByPerson} from graph_entities i where i.id = any(${ids}) and ${itemsVisibleTo(viewer, 'i')}
      ) met where met.interaction_id is not null group by 1, 2`.execute(await session.byKey());
    const found = Map.groupBy(rows, ({ itemId }) => itemId);
    return itemIds.map((id) => found.get(id) ?? []);
  });
