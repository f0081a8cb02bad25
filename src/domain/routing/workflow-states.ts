export const workflowStatuses = ['AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED'] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export const workflowReasons = [
  'OK',
  'LOW_CONFIDENCE',
  'GUARDRAIL_REVIEW',
  'GUARDRAIL_REJECTED',
  'HUMAN',
] as const;
export type WorkflowReason = (typeof workflowReasons)[number];

/** Routing never gives APPROVED: that is a person's word. */
export type RoutedStatus = Exclude<WorkflowStatus, 'APPROVED'>;
export type RoutedReason = Exclude<WorkflowReason, 'HUMAN'>;
