import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '#entities/index.ts';

/** A row by its column names; dates, arrays and JSON as JSON spells them. */
export type InsertedRow = Readonly<Record<string, unknown>>;

/** Inserts any number of rows in one statement with one parameter. Every row has the columns of the first. */
export const bulkInsert = async (
  db: QueryExecutorProvider,
  table: keyof Database & string,
  rows: readonly InsertedRow[],
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
};
