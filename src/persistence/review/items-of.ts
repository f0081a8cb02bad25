import {
  type EntityRow,
  type ItemRow,
  itemAsShown,
  itemColumns,
  type MemoryRow,
} from '#persistence/reading/item-rows.ts';
import { itemTables } from '#persistence/reading/item-tables.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsListedTo } from '#persistence/reading/visibility-predicate.ts';
import { type ItemFilter, itemConditions, itemOrders, itemOrdersThen } from './item-filter.ts';
import { itemsAt } from './snapshots.ts';

const itemsOf = <Row extends ItemRow>(
  name: string,
  itemKind: Row['itemKind'],
  parent: 'project' | 'contributor',
): NestedList<Row> => ({
  name,
  columns: (session) => itemColumns('n', session, itemKind),
  from: sql.table(itemTables[itemKind]),
  parent,
  byValue: true,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => itemsListedTo(viewer, 'n'),
  asShown: (row, session) => itemAsShown(session, row),
  conditions: (filter: ItemFilter, viewer) => itemConditions(viewer, filter, { of: 'n', kind: itemKind }),
  orders: itemOrders,
  at: (asOf) => ({
    from: sql`(select * from ${itemsAt(itemKind, asOf)})`,
    conditions: (filter: ItemFilter, viewer) =>
      itemConditions(viewer, filter, { of: 'n', kind: itemKind, past: true }),
    orders: itemOrdersThen,
  }),
});

/** The memories that name a project or a user, oldest first, in whatever status; `parent.id` is the name. */
export const memoriesOf = (name: string, parent: 'project' | 'contributor') =>
  itemsOf<MemoryRow>(name, 'memory', parent);
export const entitiesOf = (name: string, parent: 'project' | 'contributor') =>
  itemsOf<EntityRow>(name, 'entity', parent);
