import type { Insertable, QueryExecutorProvider } from 'kysely';
import type { Sliced } from '#domain/slices.ts';
import type { Database } from '#entities/index.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';
import { RawBuilder } from '#persistence/reading/sql.ts';

/** The name of a table. */
export type TableName = keyof Database & string;

type ReadonlyList<Value> = Value extends (infer Item)[] ? readonly Item[] : Value;

/** A new row of a table by its column names, as the definition of the table has them; dates, arrays and JSON as JSON writes them. */
export type InsertedRow<Name extends TableName> = {
  readonly [Column in keyof Insertable<Database[Name]>]: ReadonlyList<Insertable<Database[Name]>[Column]>;
};

/** Fixed texts around the two parameters of an insertion, by table and columns; the code names a bounded number of both. */
const shapes = new Map<string, readonly string[]>();

const shapeOf = (table: string, names: readonly string[]): readonly string[] => {
  const key = `${table} ${names}`;
  let shape = shapes.get(key);
  if (shape === undefined) {
    const columns = names.map((name) => `"${name}"`).join(', ');
    shape = [
      `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(jsonb_populate_record(null::"${table}", `,
      '::jsonb), ',
      '::jsonb)',
    ];
    shapes.set(key, shape);
  }
  return shape;
};

/**
 * Inserts any number of rows in one statement with two parameters: the first row, and of each row what it says otherwise,
 * since most of what rows of one batch say is the same. Every row has the columns of the first. Null for no rows.
 */
export const insertionOf = <Name extends TableName>(
  table: Name,
  rows: readonly InsertedRow<Name>[],
): RawBuilder<unknown> | null => insertionOfColumns(table, rows);

/** Columns in which a row differs from the first. */
const differenceOf = (
  names: readonly string[],
  first: Readonly<Record<string, unknown>>,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const other: Record<string, unknown> = {};
  for (const name of names) if (row[name] !== first[name]) other[name] = row[name] ?? null;
  return other;
};

/** Like `insertionOf`, for columns known only at run time. */
export const insertionOfColumns = (
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): RawBuilder<unknown> | null => {
  const [first] = rows;
  if (!first) return null;
  const names = Object.keys(first);
  const others = rows.map((row) => differenceOf(names, first, row));
  return new RawBuilder(shapeOf(table, names), [JSON.stringify(first), JSON.stringify(others)]);
};

/** Rows that are encoded in one slice. */
const rowsInASlice = 200;

function* encodingOthers(
  names: readonly string[],
  first: Readonly<Record<string, unknown>>,
  rows: Iterable<Readonly<Record<string, unknown>>>,
): Sliced<string> {
  const others = [JSON.stringify({})];
  for (const row of rows) {
    others.push(JSON.stringify(differenceOf(names, first, row)));
    if (others.length % rowsInASlice === 0) yield;
  }
  return `[${others.join(',')}]`;
}

/** Like `insertionOf`, for many rows: yields to other work while it encodes them. */
export const insertionInSlices = async <Name extends TableName>(
  table: Name,
  rows: Iterator<InsertedRow<Name>> & Iterable<InsertedRow<Name>>,
): Promise<RawBuilder<unknown> | null> => {
  const { value: first, done } = rows.next();
  if (done) return null;
  const names = Object.keys(first);
  const others = await inSlices(encodingOthers(names, first, rows));
  return new RawBuilder(shapeOf(table, names), [JSON.stringify(first), others]);
};

/** Like `insertionInSlices`; resolves when the rows are written. */
export const bulkInsertInSlices = async <Name extends TableName>(
  db: QueryExecutorProvider,
  table: Name,
  rows: Iterator<InsertedRow<Name>> & Iterable<InsertedRow<Name>>,
): Promise<void> => {
  await (await insertionInSlices(table, rows))?.execute(db);
};

/** Like `insertionOf`; resolves when the rows are written. */
export const bulkInsert = async <Name extends TableName>(
  db: QueryExecutorProvider,
  table: Name,
  rows: readonly InsertedRow<Name>[],
): Promise<void> => {
  await insertionOf(table, rows)?.execute(db);
};
