import type { AuditChange } from './audit-actions.ts';

/** After one of these a memory or an entity may stand in the review queue, for a viewer for whom it did not before. */
export const queueingChanges = [
  'memory.extracted',
  'memory.created',
  'memory.returned',
  // Shared again: until then it was in nobody's queue.
  'memory.personal_set',
  'entity.extracted',
  'entity.proposed',
  'entity.returned',
] as const satisfies readonly AuditChange[];

/** After one of these an extraction is routed, or decided by a person. */
export const workflowChanges = [
  'workflow.routed',
  'workflow.approved',
  'workflow.rejected',
  'workflow.reopened',
] as const satisfies readonly AuditChange[];
