import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { itemCheck, itemIndexes, itemReference } from './item-references.ts';
import { sameTenant, searchableTablePolicies, seesWordsOfItem } from './policies.ts';

/**
 * The meaning of the words of a memory or an entity as an embedding server gave it. Visible with those words. Derived: in no
 * export, and made again from the words.
 */
export const ItemVectorTable = defineEntity({
  name: 'ItemVector',
  tableName: 'item_vectors',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    ...itemReference,
    project: p.text(),
    /** Name of the model; null where the vector was erased. */
    model: p.text().nullable(),
    /** Numbers of the vector; 0 where it was erased. */
    dimension: p.integer(),
    /** Unit vector of 32-bit floats, little-endian; null: erased. */
    vector: p.blob().nullable(),
    madeAt: instant(),
    /** Grows in the order in which transactions commit vectors of the tenant (`order_vector`); anew with each write. */
    writtenOrder: p.bigint('number').defaultRaw('0'),
  },
  indexes: [
    { name: 'item_vectors_project_index', properties: ['tenant', 'project', 'writtenOrder'] },
    { name: 'item_vectors_order_index', properties: ['tenant', 'writtenOrder'] },
    ...itemIndexes('item_vectors'),
  ],
  checks: [itemCheck('item_vectors')],
  policies: searchableTablePolicies(
    'item_vectors',
    `${sameTenant} and ${seesWordsOfItem('item_vectors')}`,
  ).filter(({ command, roles }) => command === 'select' || !roles.includes('vouch_viewer')),
});
