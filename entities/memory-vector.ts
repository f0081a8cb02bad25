import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesWordsOf } from './policies.ts';
import { reference } from './relations.ts';

/**
 * The meaning of a memory's words as an embedding server gave it. Visible with those words. Derived: in no export, and made
 * again from the words.
 */
export const MemoryVectorTable = defineEntity({
  name: 'MemoryVector',
  tableName: 'memory_vectors',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: reference('memories', 'cascade').primary(),
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
    { name: 'memory_vectors_project_index', properties: ['tenant', 'project', 'writtenOrder'] },
    { name: 'memory_vectors_order_index', properties: ['tenant', 'writtenOrder'] },
  ],
  policies: searchableTablePolicies(
    'memory_vectors',
    `${sameTenant} and ${seesWordsOf('memory_id', 'memory_vectors')}`,
  ).filter(({ command, roles }) => command === 'select' || !roles.includes('vouch_viewer')),
});
