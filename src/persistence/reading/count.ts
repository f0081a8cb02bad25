import type { QueryExecutorProvider } from 'kysely';
import { type RawBuilder, sql } from './sql.ts';

/** Rows that are counted at most, so that a count costs no more in a large store than in a small one. */
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
