import type { ItemKind } from '#domain/review/states.ts';
import { formerProperties } from '#entities/former-state.ts';
import { columnOf } from '#entities/governed-columns.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { type Expression, type RawBuilder, sql } from '#persistence/reading/sql.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

/** A new row of `former_states` for each item: the instant, and a maker of ids. */
export interface Ending {
  readonly until: Date;
  readonly newId: (prefix: 'fst') => string;
}

const formerColumns: readonly string[] = [
  ...['status', 'content', 'summary', 'revision'],
  ...formerProperties.memory.map(columnOf),
];

/** The value that an item `of` a list had, of which the rows are `itemsAt` an instant; null for a column that does not change. */
export const valueThen = (of: string, column: string): Expression<unknown> | null => {
  if (column === 'name') return sql`coalesce(${sql.ref(`${of}.name_then`)}, ${sql.ref(`${of}.name`)})`;
  return formerColumns.includes(column) ? sql.ref(`${of}.${column}_then`) : null;
};

const tablesOfItems = { memory: 'memories', entity: 'graph_entities' } as const;

/** Keeps the values that items had before the statement that this is part of. Of several changes at one instant the first counts. */
export const keepingFormer = (
  { viewer }: Pick<WriteSession, 'viewer'>,
  kind: ItemKind,
  ids: readonly string[],
  { until, newId }: Ending,
): RawBuilder<unknown> => {
  const columns = formerProperties[kind].map(columnOf);
  return sql`insert into former_states (id, tenant, ${sql.ref(`${kind}_id`)}, until, ${sql.raw(columns.join(', '))})
    select given.state_id, i.tenant, i.id, ${until}, ${sql.raw(columns.map((column) => `i.${column}`).join(', '))}
    from unnest(${ids.map(() => newId('fst'))}::text[], ${[...ids]}::text[]) as given (state_id, item_id)
    join ${rowsWithIds(viewer, tablesOfItems[kind], ids)} i on i.id = given.item_id
    on conflict do nothing`;
};
