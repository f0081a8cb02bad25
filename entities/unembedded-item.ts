import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { itemCheck, itemIndexes, itemReference } from './item-references.ts';
import { sameTenant, searchableTablePolicies } from './policies.ts';

/**
 * The queue of memories and entities that wait for a vector, filled where an embedding server is configured: by a trigger in
 * the transaction that writes or rewords one. `dueAt` moves on when a row is taken, and says who took it.
 */
export const UnembeddedItemTable = defineEntity({
  name: 'UnembeddedItem',
  tableName: 'unembedded_items',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    ...itemReference,
    /** How often it was taken. */
    attempts: p.integer().default(0),
    dueAt: instant(),
  },
  indexes: [
    { name: 'unembedded_items_due_index', properties: ['dueAt'] },
    ...itemIndexes('unembedded_items'),
  ],
  checks: [itemCheck('unembedded_items')],
  // Due items of all tenants are found by a look-up function.
  policies: searchableTablePolicies('unembedded_items', sameTenant),
});
