import { isDeepStrictEqual } from 'node:util';
import {
  type EntitySchema,
  JsonType,
  type RequiredEntityData,
  UnderscoreNamingStrategy,
} from '@mikro-orm/core';
import type { QueryExecutorProvider } from 'kysely';
import type { Database } from '#entities/index.ts';
import { lockedWithIds } from '#persistence/reading/rows-with-ids.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { insertionOfColumns } from './bulk-insert.ts';
import type { WriteSession } from './viewer-session.ts';

/**
 * A table whose rows a use case locks, changes and writes back, whole, under the names of its definition. Rows are plain objects: a change
 * is found by comparing with a copy of the row as it was.
 */
export type Table<Row> = EntitySchema<Row>;

/** Required fields of a new row. */
export type NewRow<Row> = RequiredEntityData<Row>;

interface Columns {
  /** Name of the table. */
  readonly name: keyof Database & string;
  /** By the name of the property. */
  readonly names: ReadonlyMap<string, string>;
  /** Properties that are JSON: a driver takes a list of theirs for an array. */
  readonly json: ReadonlySet<string>;
  /** For a select. */
  readonly list: RawBuilder<unknown>;
}

const naming = new UnderscoreNamingStrategy();
const known = new WeakMap<object, Columns>();

const columnsOf = <Row>(table: Table<Row>): Columns => {
  const found = known.get(table);
  if (found) return found;
  const properties: Readonly<Record<string, { readonly name?: string; readonly type: unknown }>> =
    table.meta.properties;
  const names = new Map(
    Object.entries(properties).map(([property, { name = property }]) => [
      property,
      // A column is named by its property, unless its definition says otherwise.
      name === property ? naming.propertyToColumnName(property) : name,
    ]),
  );
  const columns: Columns = {
    name: table.meta.tableName as keyof Database & string,
    names,
    json: new Set(Object.keys(properties).filter((property) => properties[property]?.type === JsonType)),
    list: sql.raw([...names].map(([property, column]) => `"${column}" as "${property}"`).join(', ')),
  };
  known.set(table, columns);
  return columns;
};

/** Whole rows of a table. `which`: all that follows its name, `where … for update`. */
export const selectRows = async <Row>(
  db: QueryExecutorProvider,
  table: Table<Row>,
  which: RawBuilder<unknown>,
): Promise<Row[]> => {
  const { name, list } = columnsOf(table);
  const { rows } = await sql<Row>`select ${list} from ${sql.table(name)} ${which}`.execute(db);
  return rows;
};

/**
 * Whole rows of a table with the ids that a select gives, by id, locked until the transaction ends; `where` says what holds of a row
 * `stored`.
 */
export const lockRows = async <Row>(
  { db, viewer }: WriteSession,
  table: Table<Row>,
  ids: RawBuilder<unknown>,
  where?: RawBuilder<SqlBool>,
): Promise<Row[]> => {
  const { name, list } = columnsOf(table);
  const { rows } = await sql<Row>`select ${list} from ${lockedWithIds(viewer, name, ids, where)}`.execute(db);
  return rows;
};

/** The row of the session's tenant in a table that has one for each tenant, locked until the transaction ends; null when it has none. */
export const lockTenantRow = async <Row>(
  { db, viewer }: WriteSession,
  table: Table<Row>,
): Promise<Row | null> => {
  const [row] = await selectRows(db, table, sql`where tenant = ${viewer.tenant} for update`);
  return row ?? null;
};

/** A new row; what it does not say is as the table's defaults have it. */
export const insertionOfRow = <Row extends object>(
  table: Table<Row>,
  row: NewRow<Row>,
): RawBuilder<unknown> | null => {
  const { name, names } = columnsOf(table);
  const said = Object.entries(row).flatMap(([property, value]) => {
    const column = names.get(property);
    return column === undefined || value === undefined ? [] : [[column, value] as const];
  });
  return insertionOfColumns(name, [Object.fromEntries(said)]);
};

/**
 * A row of a tenant as it now is, where it was otherwise `before`: sets the columns that differ. In a table without ids it is
 * the only row of its tenant. Null when no column differs.
 */
export const updateOfRow = <Row extends { readonly id?: string; readonly tenant: string }>(
  table: Table<Row>,
  before: Row,
  now: Row,
): RawBuilder<unknown> | null => {
  const { name, names, json } = columnsOf(table);
  const changes = [];
  for (const [property, column] of names) {
    const value = now[property as keyof Row] ?? null;
    if (!isDeepStrictEqual(before[property as keyof Row] ?? null, value))
      changes.push(
        json.has(property) && value !== null
          ? sql`${sql.ref(column)} = ${JSON.stringify(value)}::jsonb`
          : sql`${sql.ref(column)} = ${value}`,
      );
  }
  if (changes.length === 0) return null;
  const which = names.has('id') ? sql` and id = ${now.id}` : sql``;
  return sql`update ${sql.table(name)} set ${sql.join(changes)} where tenant = ${now.tenant}${which}`;
};
