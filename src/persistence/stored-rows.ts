import { isDeepStrictEqual } from 'node:util';
import { type EntitySchema, type RequiredEntityData, UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { QueryExecutorProvider } from 'kysely';
import type { Database } from '#entities/index.ts';
import { insertionOf } from './bulk-insert.ts';
import { type RawBuilder, sql } from './sql.ts';

/** Rows of a table under the names that its definition gives their columns, whole: what a use case locks, changes and writes back. */
interface Columns {
  readonly table: keyof Database & string;
  /** By the name of the property. */
  readonly names: ReadonlyMap<string, string>;
  /** For a select. */
  readonly list: RawBuilder<unknown>;
}

const naming = new UnderscoreNamingStrategy();
const known = new WeakMap<object, Columns>();

const columnsOf = <Row>(schema: EntitySchema<Row>): Columns => {
  const found = known.get(schema);
  if (found) return found;
  const names = new Map(
    Object.keys(schema.meta.properties).map((property) => [property, naming.propertyToColumnName(property)]),
  );
  const columns: Columns = {
    table: schema.meta.tableName as keyof Database & string,
    names,
    list: sql.raw([...names].map(([property, column]) => `"${column}" as "${property}"`).join(', ')),
  };
  known.set(schema, columns);
  return columns;
};

/** Whole rows of a table. `which`: all that follows its name, `where … for update`. */
export const selectRows = async <Row>(
  db: QueryExecutorProvider,
  schema: EntitySchema<Row>,
  which: RawBuilder<unknown>,
): Promise<Row[]> => {
  const { table, list } = columnsOf(schema);
  const { rows } = await sql<Row>`select ${list} from ${sql.table(table)} ${which}`.execute(db);
  return rows;
};

/** A new row; what it does not say is as the table's defaults have it. */
export const insertionOfRow = <Row extends object>(
  schema: EntitySchema<Row>,
  row: RequiredEntityData<Row>,
): RawBuilder<unknown> | null => {
  const { table, names } = columnsOf(schema);
  const said = Object.entries(row).flatMap(([property, value]) => {
    const column = names.get(property);
    return column === undefined || value === undefined ? [] : [[column, value] as const];
  });
  return insertionOf(table, [Object.fromEntries(said)]);
};

/** A row of a tenant as it now is, where it was otherwise `before`: sets the columns that differ. Null when none does. */
export const updateOfRow = <Row extends { readonly id: string; readonly tenant: string }>(
  schema: EntitySchema<Row>,
  before: Row,
  now: Row,
): RawBuilder<unknown> | null => {
  const { table, names } = columnsOf(schema);
  const changes = [...names].flatMap(([property, column]) => {
    const value = now[property as keyof Row] ?? null;
    return isDeepStrictEqual(before[property as keyof Row] ?? null, value)
      ? []
      : [sql`${sql.ref(column)} = ${value}`];
  });
  if (changes.length === 0) return null;
  return sql`update ${sql.table(table)} set ${sql.join(changes)} where tenant = ${now.tenant} and id = ${now.id}`;
};
