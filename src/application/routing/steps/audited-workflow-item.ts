import type { WorkflowItemRow } from '#persistence/workflow-items.ts';

type Decided = 'decidedBy' | 'decidedAt' | 'decisionNote';

/** A workflow item as the audit keeps it: its whole state, so that an item can be read from its events alone. */
type AuditedWorkflowItem = Omit<
  WorkflowItemRow,
  Decided | 'id' | 'revision' | 'wasRejected' | 'createdAt' | 'updatedAt'
> &
  Partial<Pick<WorkflowItemRow, Decided>>;

/** Audited fields of a workflow item, before and after; null for fields of a decision that nobody made. */
export const auditedWorkflowItem = (item: AuditedWorkflowItem) => ({
  extractionId: item.extractionId,
  idempotencyKey: item.idempotencyKey,
  routingVersion: item.routingVersion,
  status: item.status,
  reason: item.reason,
  guardrailFlags: item.guardrailFlags,
  threshold: item.threshold,
  decidedBy: item.decidedBy ?? null,
  decidedAt: item.decidedAt?.toISOString() ?? null,
  decisionNote: item.decisionNote ?? null,
});
