import { referenceThrough } from './relations.ts';

/** Columns that the store generates out of `item_id`, one for each kind of item, and the tables that they point to; nothing reads them. */
export const itemKeys = [
  { column: 'memory_id', table: 'memories' },
  { column: 'entity_id', table: 'graph_entities' },
] as const;

/** The tables of items. */
export const itemTables = itemKeys.map(({ table }) => table);

/** The item that a row is about, of whatever kind; the row is deleted with it. */
export const itemReference = { itemId: referenceThrough(itemKeys, 'cascade').primary() } as const;

/** A check that the id of an item is that of one of the kinds. */
export const itemCheck = (table: string) => ({
  name: `${table}_item_kind_check`,
  expression: `num_nonnulls(${itemKeys.map(({ column }) => column).join(', ')}) = 1`,
});

/** Indexes by which the rows of a deleted item are found. */
export const itemIndexes = (table: string) =>
  itemKeys.map(({ column }) => {
    const name = `${table}_${column.replace(/_id$/, '')}_index`;
    return {
      name,
      expression: `create index "${name}" on "${table}" ("tenant", "${column}") where ${column} is not null`,
    };
  });
