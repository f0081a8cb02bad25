import { defineEntity, p } from '@mikro-orm/core';
import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { personalColumns } from './governed-columns.ts';
import { erasureRole, indexRole, itemVisibility, tablePolicies } from './policies.ts';
import { textArray } from './text-array.ts';

/**
 * Numbers of memories and entities by class: items of a class are visible together or hidden together. Triggers add a
 * row for each change, in its transaction; the number of a class is the sum of its rows, which `fold_item_counts` makes
 * one of. A class has the columns that the visibility of an item is decided by, under the same names.
 */
export const ItemCountTable = defineEntity({
  name: 'ItemCount',
  tableName: 'item_counts',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    project: p.text(),
    /** Null: it counts entities. */
    kind: p.text().$type<MemoryKind>().nullable(),
    entityType: p.text().$type<EntityType>().nullable(),
    domain: p.text().nullable(),
    status: p.text().$type<ItemStatus>(),
    /** `contributor` is empty where everybody of the tenant sees the items, but for labels and quarantine. */
    ...personalColumns,
    quarantined: p.boolean(),
    sensitivityLabels: textArray(),
    /** Added to the number of the class; negative for items that left it. */
    items: p.integer(),
  },
  policies: [
    ...tablePolicies('item_counts', itemVisibility),
    // Candidates of all tenants are counted for the metrics.
    { name: 'item_counts_index', command: 'select', roles: [indexRole], using: 'true' },
    // Rows of all tenants are folded by a function.
    { name: 'item_counts_erasure', command: 'all', roles: [erasureRole], using: 'true', check: 'true' },
  ],
});
