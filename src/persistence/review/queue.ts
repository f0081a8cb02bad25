import { type Combinable, namedValues } from '#domain/input/condition.ts';
import type { Search } from '#domain/input/search.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import { spellingsOf } from '#persistence/people/spellings.ts';
import { type Conjunct, combined, conjunction } from '#persistence/reading/conditions.ts';
import { type Count, exactly } from '#persistence/reading/count.ts';
import {
  countFiltered,
  type FilteredList,
  pageOfFiltered,
  planOfFilter,
  selectFiltered,
} from '#persistence/reading/filtered-list.ts';
import {
  type Direction,
  encodeCursor,
  type KeysetOrder,
  keyset,
  type Page,
  type PageArguments,
} from '#persistence/reading/keyset.ts';
import {
  countOfFound,
  foundOrder,
  type NumberOfFound,
  numberOfFound,
  pageOfFound,
  pageOfNumbered,
  type SearchedTable,
  searchedTable,
} from '#persistence/reading/search.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo, wordsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession, WriteSession } from '#persistence/store/viewer-session.ts';
import { mostItems } from './filtered-items.ts';
import { classesOf, countOfClasses, isOfClasses } from './item-counts.ts';
import { type ItemFilter, itemConditions, onlyValue, servedOfCandidates } from './item-filter.ts';
import type { ItemRef } from './items.ts';

/** Orders of the queue, beside relevance to a search. */
const queueOrders = {
  PENDING_SINCE: { column: 'pending_since', shape: 'instant' },
  CONFIDENCE: { column: 'confidence', shape: 'number' },
  REVIEW_SCORE: { column: 'review_score', shape: 'number' },
} as const;

export interface QueueOrder {
  readonly field: keyof typeof queueOrders;
  readonly direction: Direction;
}

export interface QueueFilter extends Omit<ItemFilter, 'and' | 'or'>, Combinable<QueueFilter> {
  readonly layer?: 'L1_CANDIDATE' | 'L2_CANDIDATE' | null | undefined;
  /** Pending since before this instant. */
  readonly pendingBefore?: Date | null | undefined;
  /** Restricts to entries due at an instant (not deferred, or until no later), or to all others. */
  readonly due?: { readonly is: boolean; readonly at: Date } | null | undefined;
  readonly search?: Search | null | undefined;
}

/** A member of the queue: enough to order it; the row comes from the loaders. */
export interface QueueRef extends Omit<ItemRef, 'position'> {
  readonly position: Date | number;
}

const memoriesOnly = ({ kind, layer }: QueueFilter) => namedValues(kind) !== null || layer === 'L1_CANDIDATE';
const entitiesOnly = ({ entityType, layer }: QueueFilter) =>
  namedValues(entityType) !== null || layer === 'L2_CANDIDATE';

const layers = { memory: 'L1_CANDIDATE', entity: 'L2_CANDIDATE' } as const;

/** The conditions of a filter on the candidates of one table, without those of its `and` and `or`. */
const conditionsOfOne =
  ({ viewer }: ReadSession, kind: 'memory' | 'entity') =>
  ({ and: _and, or: _or, ...one }: QueueFilter): Conjunct[] => [
    one.layer != null && one.layer !== layers[kind] && sql<SqlBool>`false`,
    one.pendingBefore != null && sql<SqlBool>`i.pending_since < ${one.pendingBefore}`,
    one.due != null &&
      sql<SqlBool>`(i.deferred_until is null or i.deferred_until <= ${one.due.at}) = ${one.due.is}`,
    ...itemConditions(viewer, one, { of: 'i', kind }),
  ];

const queueConditions = (session: ReadSession, filter: QueueFilter, kind: 'memory' | 'entity') => [
  itemsVisibleTo(session.viewer, 'i'),
  sql<SqlBool>`i.status = 'CANDIDATE'`,
  excludesPersonal(session.viewer, null) && sql<SqlBool>`not i.is_personal`,
  filter.search != null && wordsVisibleTo(session.viewer, 'i'),
  ...combined(filter, conditionsOfOne(session, kind)),
];

const queueSource = (session: ReadSession, filter: QueueFilter, kind: 'memory' | 'entity'): SearchedTable =>
  searchedTable(session, kind, filter, {
    facets: {
      project: onlyValue(filter.project),
      kind: onlyValue<string>(kind === 'memory' ? filter.kind : filter.entityType),
      statuses: ['CANDIDATE'],
      withPersonal: !excludesPersonal(session.viewer, null),
    },
    where: conjunction(queueConditions(session, filter, kind)),
  });

/** The tables that a queue filter leaves, each with its conditions. */
const queueSources = (session: ReadSession, filter: QueueFilter): readonly SearchedTable[] => [
  ...(entitiesOnly(filter) ? [] : [queueSource(session, filter, 'memory')]),
  ...(memoriesOnly(filter) ? [] : [queueSource(session, filter, 'entity')]),
];

/** Candidates of one table. */
const filteredQueue = (
  session: ReadSession,
  filter: QueueFilter,
  { itemKind, table }: SearchedTable,
): FilteredList<QueueFilter> => ({
  served: [...servedOfCandidates, 'layer', 'pendingBefore'],
  from: (part) =>
    sql`from ${sql.table(table)} i where ${conjunction(queueConditions(session, part, itemKind))}`,
  conditions: (part) => combined(part, conditionsOfOne(session, itemKind)),
  // Memories and entities are compared beside each other.
  most: mostItems(filter) / 2,
});

/** Items that a reviewer most likely keeps come first; hand-written ones before all that were read. */
const likeliest: QueueOrder = { field: 'REVIEW_SCORE', direction: 'DESC' };
const nameOf = ({ field, direction }: QueueOrder) => `candidates:${field}:${direction}`;
const foundName = 'candidates:RANK';

/** The id without its prefix: sorts memories and entities together, in writing order. */
const serialOf = (id: string) => id.slice(4);

/** The cursor of a row in the queue, as it is ordered. */
export const itemCursor = ({ rank, position, id }: QueueRef, order = likeliest): string => {
  if (rank !== undefined) return encodeCursor(foundName, [rank, id]);
  return encodeCursor(nameOf(order), [
    position instanceof Date ? position.getTime() : position,
    serialOf(id),
  ]);
};

const pageOfFoundQueue = async (
  session: ReadSession,
  filter: QueueFilter,
  search: Search,
  page: PageArguments,
): Promise<Page<QueueRef>> => {
  const found = keyset(foundOrder(foundName, 'rank', 'DESC'), page);
  const sources = queueSources(session, filter);
  if (sources.length === 0) return { rows: [], hasMore: false };
  const { rows } = await sql<QueueRef & NumberOfFound>`${pageOfFound(search, sources, 'rank', found)}
    select f."itemKind", f.id, f.rank, ${numberOfFound()} from page f ${found.tail}`.execute(
    await session.byValue(),
  );
  return pageOfNumbered(rows, page, sources);
};

/** The review queue, highest review score first unless an order is given; what a search finds in it, what answers it best first. */
export const pageOfQueue = async (
  session: ReadSession,
  filter: QueueFilter,
  page: PageArguments,
  order: QueueOrder = likeliest,
): Promise<Page<QueueRef>> => {
  if (filter.search != null) return pageOfFoundQueue(session, filter, filter.search, page);
  const { column, shape } = queueOrders[order.field];
  const keysetOf = (position: string, id: string, prefix: string): KeysetOrder => ({
    name: nameOf(order),
    direction: order.direction,
    columns: [
      { of: sql.ref(position), shape },
      { of: sql.ref(id), shape: 'string', comparedAs: (serial) => `${prefix}${serial}` },
    ],
  });
  const merged = keyset(keysetOf('position', 'serial', ''), page);
  const sources = queueSources(session, filter);
  if (sources.length === 0) return { rows: [], hasMore: false };
  const parts = sources.map((source) => {
    const { itemKind } = source;
    const columns = sql`${sql.lit(itemKind)} as "itemKind", i.id, ${sql.ref(`i.${column}`)} as position, substr(i.id, 5) as serial`;
    const prefix = itemKind === 'memory' ? 'mem_' : 'ent_';
    const ordered = keyset(keysetOf(`i.${column}`, 'i.id', prefix), page);
    return sql`(${selectFiltered(filter, filteredQueue(session, filter, source), columns, ordered)})`;
  });
  const { rows } =
    await sql<QueueRef>`select * from (${sql.join(parts, sql` union all `)}) queue ${merged.tail}`.execute(
      await planOfFilter(session, filter),
    );
  return pageOfFiltered(rows, page);
};

export const countQueue = async (session: ReadSession, filter: QueueFilter): Promise<Count> => {
  const sources = queueSources(session, filter);
  if (sources.length === 0) return exactly(0);
  if (isOfClasses(filter)) {
    const parts = sources.map(({ itemKind, where }) => sql<SqlBool>`(${classesOf[itemKind]} and ${where})`);
    return countOfClasses(session, sql`(${sql.join(parts, sql` or `)})`);
  }
  if (filter.search != null) return countOfFound(session, filter.search, sources);
  const order = sql`i.review_score desc, i.id desc`;
  const lists = sources.map((source) => ({ ...filteredQueue(session, filter, source), order }));
  return countFiltered(session, filter, ...lists);
};

/** Keeps other calls of the session's user, under any spelling of their name, waiting until the transaction ends. */
export const lockPending = ({ send, viewer: { tenant, user } }: WriteSession): void =>
  send(
    sql`select pg_advisory_xact_lock(hashtextextended('vouch.pending:' || ${tenant} || ':' || ${foldedName(user)}, 0))`,
  );

/** Counts the candidates that wait and that the session's user contributed under any spelling of their name, up to `most`. */
export const countPending = async ({ db, viewer }: WriteSession, most: number): Promise<number> => {
  const { rows } = await sql<{
    count: string;
  }>`select count_pending(${spellingsOf(viewer)}, ${most}) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
};
