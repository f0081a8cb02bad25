import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';

/** A person's decisions about a workflow item. */
export const humanDecisions = ['APPROVE', 'REJECT', 'REOPEN'] as const;
export type HumanDecision = (typeof humanDecisions)[number];

/** Status after each decision, from any status: a person outranks routing, and may decide again. */
const statusAfter = {
  APPROVE: 'APPROVED',
  REJECT: 'REJECTED',
  REOPEN: 'NEEDS_REVIEW',
} as const satisfies Record<HumanDecision, WorkflowStatus>;

export interface WorkflowItemFacts {
  readonly status: WorkflowStatus;
  readonly decidedByHuman: boolean;
  readonly revision: number;
  /** A newer routing version has an item of its own for the same extraction. */
  readonly superseded: boolean;
}

export type HumanDecisionViolation =
  | { readonly code: 'conflict.stale_revision'; readonly expected: number; readonly actual: number }
  | { readonly code: 'workflow.superseded' }
  | {
      readonly code: 'workflow.illegal_transition';
      readonly from: WorkflowStatus;
      readonly to: WorkflowStatus;
    };

export type HumanVerdict =
  | { readonly outcome: 'applied'; readonly to: WorkflowStatus }
  | { readonly outcome: 'refused'; readonly violation: HumanDecisionViolation };

/** A person decides about the newest item of an extraction, and not twice the same. */
export const decideHumanDecision = (
  { status, decidedByHuman, revision, superseded }: WorkflowItemFacts,
  decision: HumanDecision,
  expectedRevision: number | null,
): HumanVerdict => {
  const refuse = (violation: HumanDecisionViolation): HumanVerdict => ({ outcome: 'refused', violation });
  if (expectedRevision !== null && expectedRevision !== revision)
    return refuse({ code: 'conflict.stale_revision', expected: expectedRevision, actual: revision });
  if (superseded) return refuse({ code: 'workflow.superseded' });
  const to = statusAfter[decision];
  if (decidedByHuman && status === to)
    return refuse({ code: 'workflow.illegal_transition', from: status, to });
  return { outcome: 'applied', to };
};

/** Message to a person: what happened, with which values, and what to do. */
export const humanDecisionMessage = (violation: HumanDecisionViolation): string => {
  switch (violation.code) {
    case 'conflict.stale_revision':
      return `The item is at revision ${violation.actual}, and you looked at ${violation.expected}. Read it again, then decide.`;
    case 'workflow.superseded':
      return 'A newer version of the rules has routed this extraction. Decide about the newest item of the extraction.';
    case 'workflow.illegal_transition':
      return `A person has already made this item ${violation.to}, so there is nothing to decide. Approve, reject or reopen it to change that.`;
  }
};
