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
    /** The transaction that wrote it last: all below a snapshot's `xmin` are known to that snapshot. */
    writtenIn: p.bigint('number').defaultRaw('((pg_current_xact_id())::text)::bigint'),
  },
  indexes: [
    { name: 'memory_vectors_project_index', properties: ['tenant', 'project', 'writtenIn', 'memoryId'] },
    { name: 'memory_vectors_written_index', properties: ['tenant', 'writtenIn', 'memoryId'] },
  ],
  policies: searchableTablePolicies(
    'memory_vectors',
    `${sameTenant} and ${seesWordsOf('memory_id', 'memory_vectors')}`,
  ).filter(({ command, roles }) => command === 'select' || !roles.includes('vouch_viewer')),
});
