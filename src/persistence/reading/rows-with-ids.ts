import type { Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { type RawBuilder, sql } from './sql.ts';

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
