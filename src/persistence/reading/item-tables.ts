import type { ItemKind } from '#domain/review/states.ts';

/** The table of each kind of items. */
export const itemTables = { memory: 'memories', entity: 'graph_entities' } as const satisfies Record<
  ItemKind,
  string
>;

/** The columns by which other tables name an item, one for each kind. */
export const itemKeys = { memory: 'memory_id', entity: 'entity_id' } as const satisfies Record<
  ItemKind,
  string
>;
