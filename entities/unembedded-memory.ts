import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/**
 * The queue of memories that wait for a vector, filled where an embedding server is configured: by a trigger in the
 * transaction that writes or rewords a memory. `dueAt` moves on when a row is taken, and says who took it.
 */
export const UnembeddedMemoryTable = defineEntity({
  name: 'UnembeddedMemory',
  tableName: 'unembedded_memories',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: reference('memories', 'cascade').primary(),
    /** How often it was taken. */
    attempts: p.integer().default(0),
    dueAt: instant(),
  },
  indexes: [{ name: 'unembedded_memories_due_index', properties: ['dueAt'] }],
  // Due memories of all tenants are found by a look-up function.
  policies: searchableTablePolicies('unembedded_memories', sameTenant),
});
