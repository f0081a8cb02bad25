import DataLoader from 'dataloader';
import type { ContradictionStatus, Severity } from '#domain/contradictions/contradictions.ts';
import type { Combinable, OptionalCondition } from '#domain/input/condition.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import { type Contradiction, ContradictionTable } from '#entities/contradiction.ts';
import { combined, conjunction, meets } from '#persistence/reading/conditions.ts';
import { type Count, exactly } from '#persistence/reading/count.ts';
import {
  countFiltered,
  type FilteredList,
  mostLookedUp,
  readFiltered,
} from '#persistence/reading/filtered-list.ts';
import { itemsAsSeen, joinedMemory, type MemoryRow } from '#persistence/reading/item-rows.ts';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import { listOrder, type OrderBy, type OrderColumns } from '#persistence/reading/list-order.ts';
import type { ChildList } from '#persistence/reading/nested-list.ts';
import { type ReadColumns, RowColumns } from '#persistence/reading/row-columns.ts';
import type { RowLoader } from '#persistence/reading/row-loader.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { contradictionsVisibleTo, readableItems } from '#persistence/reading/visibility-predicate.ts';
import { isOfClasses } from '#persistence/review/item-counts.ts';
import { sideColumns } from '#persistence/store/column-lists.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { selectRows } from '#persistence/store/stored-rows.ts';
import { asNobody, type ReadSession, type WriteSession } from '#persistence/store/viewer-session.ts';

/** Its key, and the columns from which a former state is known. */
const always = ['id', 'detectedAt', 'resolvedAt', 'revision'] as const;
const names = [
  'olderId', 'newerId', 'severity', 'status', 'explanation', 'judge', 'suggestedAction', 'suggestedContent',
  'suggestedJustification', 'action', 'resolvedBy', 'note', 'loserIds',
] as const; // biome-ignore format: a list to be read across

export interface ContradictionRow extends ReadColumns<Contradiction, (typeof always | typeof names)[number]> {
  /** The side from which it was reached; absent where it was reached otherwise. */
  readonly reachedFrom?: string;
}

const columns = new RowColumns<ContradictionRow>('Contradiction', always, names);

/** Null for an id that is missing, hidden (as with a hidden side), of another tenant or of another type. */
export const contradictionsById = (session: ReadSession) =>
  new DataLoader<string, ContradictionRow | null>(async (ids) => {
    const { rows } = await sql<ContradictionRow>`select ${columns.of('n', session)} from contradictions n
      where ${hasId(session.viewer.tenant, ids, 'n')} and ${contradictionsVisibleTo(session.viewer, 'n')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, columns.guarded(session, row)]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** The contradictions that a memory is a side of, oldest first: seen with it, while its words are, and with the other side. */
export const contradictionsOfMemory: ChildList<ContradictionRow, MemoryRow> = {
  name: 'contradictions-of-memory',
  columns: (session) => columns.of('n', session),
  from: sql`contradictions`,
  parent: ['older_id', 'newer_id'],
  lasts: { since: 'detected_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  join: sql`join memories other on other.tenant = n.tenant
    and other.id = case parent.id when n.older_id then n.newer_id else n.older_id end`,
  visible: (viewer) => readableItems(viewer, 'other'),
  isShownWith: ({ redacted }) => !redacted,
  asShownWith: (row, { id }, session) => columns.guarded(session, { ...row, reachedFrom: id }),
};

/**
 * Like `contradictionsOfMemory`. When the operation selects the sides, the other side is joined and primed into
 * `memories`, which saves a round trip.
 */
export const contradictionsWithSides = (
  session: ReadSession,
  memories: Pick<RowLoader<MemoryRow>, 'primeLazily'>,
): ChildList<ContradictionRow, MemoryRow> => {
  const selected = session.projection?.get('Contradiction');
  if (!selected?.has('olderId') && !selected?.has('newerId')) return contradictionsOfMemory;
  const other = joinedMemory('other', session);
  return {
    ...contradictionsOfMemory,
    columns: () => sql`${columns.of('n', session)}, ${other.columns}`,
    asShownWith: (row, { id }) => {
      const memory = other.take(row);
      if (memory !== null) memories.primeLazily(memory.id, () => itemsAsSeen(session, [memory])[0] ?? null);
      return columns.guarded(session, { ...row, reachedFrom: id });
    },
  };
};

export interface ContradictionFilter extends Combinable<ContradictionFilter> {
  /** Project of either side. */
  readonly project?: OptionalCondition<string>;
  /** Domain of either side. */
  readonly domain?: OptionalCondition<string>;
  readonly severity?: OptionalCondition<Severity>;
  readonly status?: OptionalCondition<ContradictionStatus>;
  readonly judge?: OptionalCondition<string>;
  readonly detectedAt?: OptionalCondition<Date>;
  readonly resolvedAt?: OptionalCondition<Date>;
  readonly resolvedBy?: OptionalCondition<string>;
}

/** Contradictions with both of their sides, as far as the viewer sees both; each side is looked up, whatever the number of memories. */
const withSides = sql`contradictions n cross join lateral (select * from memories where tenant = n.tenant and id = n.older_id offset 0) a
  cross join lateral (select * from memories where tenant = n.tenant and id = n.newer_id offset 0) b`;
const seesBoth = (viewer: Viewer) =>
  sql<SqlBool>`n.tenant = ${viewer.tenant} and ${readableItems(viewer, 'a')} and ${readableItems(viewer, 'b')}`;
const ofProject = (project: unknown) => sql<SqlBool>`(a.project = ${project} or b.project = ${project})`;

const ofEitherSide = (column: 'project' | 'domain', condition: OptionalCondition<string>) => {
  const [a, b] = [meets(sql.ref(`a.${column}`), condition), meets(sql.ref(`b.${column}`), condition)];
  return a && b && sql<SqlBool>`(${a} or ${b})`;
};

const filterConditions = (filter: ContradictionFilter) =>
  combined(filter, (one) => [
    ofEitherSide('project', one.project),
    ofEitherSide('domain', one.domain),
    meets(sql.ref('n.severity'), one.severity),
    meets(sql.ref('n.status'), one.status),
    meets(sql.ref('n.judge'), one.judge),
    meets(sql.ref('n.detected_at'), one.detectedAt),
    meets(sql.ref('n.resolved_at'), one.resolvedAt),
    meets(sql.ref('n.resolved_by'), one.resolvedBy),
  ]);

const conditions = (viewer: Viewer, filter: ContradictionFilter) =>
  conjunction([
    seesBoth(viewer),
    excludesPersonal(viewer, null) && sql<SqlBool>`not a.is_personal and not b.is_personal`,
    ...filterConditions(filter),
  ]);

const filtered = (viewer: Viewer): FilteredList<ContradictionFilter> => ({
  served: ['status', 'detectedAt', 'resolvedAt', 'resolvedBy'],
  from: (part) => sql`from ${withSides} where ${conditions(viewer, part)}`,
  conditions: filterConditions,
  // Two memories are looked up for each.
  most: mostLookedUp / 2,
});

/** They are found in the order of their ids. */
const contradictionOrders = { DETECTED_AT: null } as const satisfies OrderColumns;

const orderOf = (orderBy: OrderBy | null | undefined) =>
  listOrder<ContradictionRow>(
    {
      name: 'contradictions',
      key: { of: sql.ref('n.id'), shape: 'string', keyOf: ({ id }) => id },
      direction: 'DESC',
    },
    contradictionOrders,
    orderBy,
  );
export const contradictionCursor = (row: ContradictionRow, orderBy?: OrderBy | null): string =>
  orderOf(orderBy).cursorOf(row);

/** The contradictions whose sides the viewer sees, newest first unless an order is given; personal ones are not listed. */
export const pageOfContradictions = async (
  session: ReadSession,
  {
    filter,
    orderBy,
  }: { readonly filter: ContradictionFilter; readonly orderBy?: OrderBy | null | undefined },
  page: PageArguments,
): Promise<Page<ContradictionRow>> => {
  const list = {
    ...filtered(session.viewer),
    columns: columns.of('n', session),
    order: orderOf(orderBy).keyset,
    asShown: (rows: readonly ContradictionRow[]) => rows.map((row) => columns.guarded(session, row)),
  };
  return readFiltered(session, filter, list, page);
};

/** Members of a filter that hold for all contradictions of a class, or for none. */
const classMembers: readonly string[] = ['project', 'domain', 'severity', 'status'];

const sideOf = (name: 'older' | 'newer') =>
  sql.join(sideColumns.map((column) => sql`${sql.ref(`n.${name}_${column}`)} as ${sql.ref(column)}`));
/** Classes `n` of contradictions, with the columns of each side as `a` and `b`. */
const classesWithSides = sql`contradiction_counts n cross join lateral (select n.tenant, ${sideOf('older')}) a
  cross join lateral (select n.tenant, ${sideOf('newer')}) b`;

export const countContradictions = async (
  session: ReadSession,
  filter: ContradictionFilter,
): Promise<Count> => {
  if (!isOfClasses(filter, classMembers))
    return countFiltered(session, filter, { ...filtered(session.viewer), order: sql`n.id desc` });
  const { rows } = await sql<{
    count: string;
  }>`select coalesce(sum(n.contradictions), 0) as count from ${classesWithSides} where ${conditions(session.viewer, filter)}`.execute(
    await session.db(),
  );
  return exactly(Number(rows[0]?.count));
};

/**
 * How many contradictions are open, as a figure within another statement. `project`: a name, or an expression that
 * gives one; null: in all.
 */
export const openContradictions = (viewer: Viewer, project: unknown) =>
  sql<string>`(select coalesce(sum(n.contradictions), 0) from ${classesWithSides} where ${seesBoth(viewer)} and n.status = 'OPEN'${
    project === null ? sql`` : sql` and ${ofProject(project)}`
  })`;

/** Makes one row of the rows of each class, in every tenant. */
export const foldContradictionCounts = (orm: Orm): Promise<void> =>
  asNobody(orm, async ({ db }) => {
    await sql`select fold_contradiction_counts()`.execute(db);
  });

const findStored = async (
  { db, viewer }: WriteSession,
  id: string,
  lock = sql``,
): Promise<Contradiction | null> => {
  const [found] = await selectRows(
    db,
    ContradictionTable,
    sql`where tenant = ${viewer.tenant} and id = ${id} ${lock}`,
  );
  return found ?? null;
};

/** A contradiction as it is stored, without a lock; null when the session sees none. */
export const findContradiction = (session: WriteSession, id: string): Promise<Contradiction | null> =>
  findStored(session, id);

/** The open contradictions between some of these memories, locked until the transaction ends. */
export const lockOpenBetween = (
  { db, viewer }: WriteSession,
  memoryIds: readonly string[],
): Promise<Contradiction[]> =>
  selectRows(
    db,
    ContradictionTable,
    sql`where tenant = ${viewer.tenant} and status = 'OPEN' and older_id = any(${[...memoryIds]}) and newer_id = any(${[...memoryIds]}) for update`,
  );

/** Like `findContradiction`, locked until the transaction ends. */
export const lockContradictionRow = (session: WriteSession, id: string): Promise<Contradiction | null> =>
  findStored(session, id, sql`for update`);
