import type { QueryExecutorProvider } from 'kysely';
import { type Conjunct, conjunction, servedAndCompared } from './conditions.ts';
import { type RawBuilder, sql } from './sql.ts';

/** So many rows are counted at most: a count costs no more in a large store than in a small one. */
export const mostCounted = 10_000;

/** The number of rows of a list. */
export interface Count {
  readonly value: number;
  /** False: there are more than `value`. */
  readonly isExact: boolean;
}

export const exactly = (value: number): Count => ({ value, isExact: true });

export const sumOf = (counts: readonly Count[]): Count => ({
  value: counts.reduce((sum, { value }) => sum + value, 0),
  isExact: counts.every(({ isExact }) => isExact),
});

/** A count of rows that were limited by `countedAtMost`. */
export const countOf = (counted: string | number | undefined): Count => {
  const value = Number(counted ?? 0);
  return value > mostCounted ? { value: mostCounted, isExact: false } : exactly(value);
};

/** An expression for the number of rows of `from … where …`, one more than is counted at most; for `countOf`. */
export const countedAtMost = (from: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select count(*) from (select 1 ${from} limit ${sql.lit(mostCounted + 1)}) counted)`;

/** Counts the rows of `from … where …`. */
export const countRows = async (db: QueryExecutorProvider, from: RawBuilder<unknown>): Promise<Count> => {
  const { rows } = await sql<{ count: string }>`select ${countedAtMost(from)} as count`.execute(db);
  return countOf(rows[0]?.count);
};

/** So many memories or entities are compared at most with conditions that no index serves. */
export const mostCompared = 50_000;
/** So many rows are compared whose visibility is looked up. */
export const mostLookedUp = 10_000;

/** A list whose rows are counted by a filter of which indexes serve a part. */
interface FilteredList<Filter> {
  readonly served: readonly (keyof Filter)[];
  /** `from … where …` of the list, with a part of the filter. */
  readonly from: (part: Filter) => RawBuilder<unknown>;
  /** The order in which rows are compared, the greatest first. */
  readonly order: RawBuilder<unknown>;
  readonly conditions: (part: Filter) => readonly Conjunct[];
  /** Rows that are compared at most. */
  readonly most: number;
}

/**
 * Counts the rows of a list. What indexes serve of the filter is counted; with the rest of it rows are compared one by one, the first
 * `most`, and the count is exact where there are no more.
 */
export const countFiltered = async <Filter extends object>(
  db: QueryExecutorProvider,
  filter: Filter,
  list: FilteredList<Filter>,
): Promise<Count> => {
  const { served, compared } = servedAndCompared(filter, list.served);
  const from = list.from(served as Filter);
  if (compared === null) return countRows(db, from);
  const met = conjunction([sql`true`, ...list.conditions(compared as Filter)]);
  const most = sql.lit(list.most);
  const { rows } = await sql<{ count: string; areAll: boolean }>`
    select count(*) filter (where place <= ${most}) as count, count(*) filter (where place > ${most}) = 0 as "areAll"
    from (select place from (select met, row_number() over () as place
        from (select (${met}) as met ${from} order by ${list.order} desc limit ${most} + 1) ordered) compared
      where met or place > ${most} limit ${sql.lit(mostCounted + 1)}) counted`.execute(db);
  const { value, isExact } = countOf(rows[0]?.count);
  return { value, isExact: isExact && rows[0]?.areAll === true };
};
