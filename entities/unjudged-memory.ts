import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/**
 * The queue of memories that wait for a judge of contradictions. A trigger writes it in the transaction that writes the
 * memory, or gives it other words or other company; `dueAt` moves on when it is taken, and says who took it.
 */
export const UnjudgedMemoryTable = defineEntity({
  name: 'UnjudgedMemory',
  tableName: 'unjudged_memories',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: reference('memories', 'cascade').primary(),
    /** How often it was taken. */
    attempts: p.integer().default(0),
    dueAt: instant(),
  },
  indexes: [{ name: 'unjudged_memories_due_index', properties: ['dueAt'] }],
  // Due memories of all tenants are found by a look-up function.
  policies: searchableTablePolicies('unjudged_memories', sameTenant),
});
