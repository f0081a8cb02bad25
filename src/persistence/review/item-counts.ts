import type { Combinable } from '#domain/input/condition.ts';
import type { Search } from '#domain/input/search.ts';
import { type Count, countRows, exactly } from '#persistence/reading/count.ts';
import { countFiltered } from '#persistence/reading/filtered-list.ts';
import { countOfFound, type SearchedTable } from '#persistence/reading/search.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { asNobody, type ReadSession } from '#persistence/store/viewer-session.ts';
import { filteredItems } from './filtered-items.ts';
import type { ItemFilter } from './item-filter.ts';
import { itemsAt } from './snapshots.ts';

/** Members of a filter that hold for all items of a class (`item_counts`), or for none. */
const classMembers: readonly string[] = [
  ...['project', 'kind', 'entityType', 'layer', 'status', 'domain', 'label', 'audience'],
];

/** A filter of items, whatever its members. */
interface Members extends Combinable<Members> {}

/** Decides whether a filter asks of nothing but what is the same for all of a class: of items, unless other members are given. */
export const isOfClasses = ({ and, or, ...members }: Members, same = classMembers): boolean =>
  Object.entries(members).every(([name, asked]) => asked == null || same.includes(name)) &&
  [...(and ?? []), ...(or ?? [])].every((one) => isOfClasses(one, same));

/** Classes `i` of memories, or of entities. */
export const classesOf = {
  memory: sql<SqlBool>`i.kind is not null`,
  entity: sql<SqlBool>`i.entity_type is not null`,
} as const;

/** Counts the items of the classes `i` that meet a condition, with that of their visibility. */
export const countOfClasses = async (session: ReadSession, where: RawBuilder<SqlBool>): Promise<Count> => {
  const { rows } = await sql<{
    items: string | null;
  }>`select sum(i.items) as items from item_counts i where ${where}`.execute(await session.db());
  return exactly(Number(rows[0]?.items ?? 0));
};

interface CountedList {
  /** Conditions of the list with a part of its filter. */
  readonly conditionsOf: (part: ItemFilter) => RawBuilder<SqlBool>;
  readonly searched: () => readonly SearchedTable[];
}

/**
 * Counts a list of memories or entities: by class, where its filter allows it. For any other filter, the part that indexes serve is
 * counted, and the newest rows are compared with the rest of it.
 */
export const countItems = async (
  session: ReadSession,
  kind: 'memory' | 'entity',
  {
    filter,
    asOf,
  }: {
    readonly filter: ItemFilter & { readonly search?: Search | null | undefined };
    readonly asOf: Date | null;
  },
  { conditionsOf, searched }: CountedList,
): Promise<Count> => {
  if (filter.search != null) return countOfFound(session, filter.search, searched());
  const all = conditionsOf(filter);
  if (asOf !== null) return countRows(await session.db(), sql`from ${itemsAt(kind, asOf)} where ${all}`);
  if (isOfClasses(filter)) return countOfClasses(session, sql`${classesOf[kind]} and ${all}`);
  const order = kind === 'memory' ? sql`i.created_at desc, i.id desc` : sql`i.id desc`;
  return countFiltered<ItemFilter>(session, filter, {
    ...filteredItems(session, kind, filter, conditionsOf),
    order,
  });
};

/** Makes one row of the rows of each class, in every tenant. */
export const foldItemCounts = (orm: Orm): Promise<void> =>
  asNobody(orm, async ({ db }) => {
    await sql`select fold_item_counts()`.execute(db);
  });
