import type { QueryExecutorProvider } from 'kysely';
import type { Database } from '#entities/index.ts';
import { type RawBuilder, sql } from './sql.ts';

/** A row by its column names; dates, arrays and JSON as JSON spells them. */
export type InsertedRow = Readonly<Record<string, unknown>>;

/**
 * Inserts any number of rows in one statement with two parameters: the first row, and of each row what it says otherwise,
 * since most of what rows of one batch say is the same. Every row has the columns of the first. Null for no rows.
 */
export const insertionOf = (
  table: keyof Database & string,
  rows: readonly InsertedRow[],
): RawBuilder<unknown> | null => {
  const [first] = rows;
  if (!first) return null;
  const names = Object.keys(first);
  const others = rows.map((row) => {
    const other: Record<string, unknown> = {};
    for (const name of names) if (row[name] !== first[name]) other[name] = row[name] ?? null;
    return other;
  });
  const columns = sql.join(names.map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from jsonb_populate_recordset(
    jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(first)}::jsonb), ${JSON.stringify(others)}::jsonb)`;
};

/** As `insertionOf`, and done when it is answered. */
export const bulkInsert = async (
  db: QueryExecutorProvider,
  table: keyof Database & string,
  rows: readonly InsertedRow[],
): Promise<void> => {
  await insertionOf(table, rows)?.execute(db);
};
