import type { WorkflowReason, WorkflowStatus } from '#domain/routing/workflow-states.ts';

/** A workflow item as the audit keeps it: its whole state, so that an item can be read from its events alone. */
export interface AuditedWorkflowItem {
  readonly extractionId: string;
  readonly idempotencyKey: string;
  readonly routingVersion: string;
  readonly status: WorkflowStatus;
  readonly reason: WorkflowReason;
  readonly guardrailFlags: readonly string[];
  readonly threshold: number;
  readonly decidedBy?: string | null;
  readonly decidedAt?: Date | null;
  readonly decisionNote?: string | null;
}

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
