import type { Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { type RawBuilder, type SqlBool, sql } from './sql.ts';

/**
 * The rows of a table with these ids, for a `from` clause; their visibility is not applied. Each is looked up by its
 * whole key: of `tenant = … and id = any(…)` the planner may search the tenant's part of any index that ends in the id.
 */
export const rowsWithIds = (
  { tenant }: Viewer,
  table: keyof Database & string,
  ids: readonly string[],
): RawBuilder<unknown> =>
  sql`(select found.* from unnest(${[...ids]}::text[]) asked (id)
    cross join lateral (select * from ${sql.table(table)} stored where stored.tenant = ${tenant} and stored.id = asked.id offset 0) found)`;

/** Condition on rows of a table, by their alias or without one: they have one of these ids. By the whole key, too. */
export const hasId = (tenant: string, ids: readonly string[], row = '') => {
  const own = (column: string) => sql.ref(row === '' ? column : `${row}.${column}`);
  return sql<SqlBool>`(${own('tenant')}, ${own('id')}) in (select ${tenant}::text, asked.id from unnest(${[...ids]}::text[]) asked (id))`;
};

/**
 * Like `rowsWithIds`, by id, and locked until the transaction ends. `ids` selects them as its one column; `where` says what holds of a
 * row `stored`.
 */
export const lockedWithIds = (
  { tenant }: Viewer,
  table: string,
  ids: RawBuilder<unknown>,
  where: RawBuilder<SqlBool> = sql`true`,
): RawBuilder<unknown> =>
  sql`(select asked.id as key from (${ids}) asked (id) group by 1 order by 1) asked
    cross join lateral (select * from ${sql.table(table)} stored where stored.tenant = ${tenant} and stored.id = asked.key and ${where} for update) locked`;
