import type { RoutingVerdict } from '#domain/routing/routing.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';

/** Facts known of an extraction before a routing of it is stored. */
export interface RoutingHistory {
  /** The stored status under this decision's key; null when there is no row yet. */
  readonly status: WorkflowStatus | null;
  /** A person approved, rejected or reopened this extraction, under any key. */
  readonly decidedByHuman: boolean;
  /** It was rejected once, under any key, by routing or by a person. */
  readonly everRejected: boolean;
}

/**
 * `SAME_STATUS` still replaces the stored reason, flags and threshold, so that a replay reproduces the row;
 * `DECIDED_BY_HUMAN` and a refusal write nothing.
 */
export type RoutingWrite =
  | { readonly outcome: 'INSERTED' }
  | { readonly outcome: 'UNCHANGED'; readonly because: 'SAME_STATUS' | 'DECIDED_BY_HUMAN' }
  | { readonly outcome: 'UPDATED'; readonly from: WorkflowStatus }
  | { readonly outcome: 'refused'; readonly violation: RoutingViolation };

export interface RoutingViolation {
  readonly code: 'workflow.illegal_transition';
  readonly from: WorkflowStatus;
  readonly to: WorkflowStatus;
}

/**
 * How a routing meets what is stored (docs/rules.md §3): a person's decision outranks it; what was ever rejected is approved
 * by a person alone; otherwise insert, leave alone or update in place.
 */
export const decideRoutingWrite = (history: RoutingHistory, { status }: RoutingVerdict): RoutingWrite => {
  if (history.decidedByHuman) return { outcome: 'UNCHANGED', because: 'DECIDED_BY_HUMAN' };
  if (history.status === status) return { outcome: 'UNCHANGED', because: 'SAME_STATUS' };
  if (status === 'AUTO_APPROVED' && (history.everRejected || history.status === 'REJECTED'))
    return {
      outcome: 'refused',
      violation: { code: 'workflow.illegal_transition', from: history.status ?? 'REJECTED', to: status },
    };
  return history.status === null ? { outcome: 'INSERTED' } : { outcome: 'UPDATED', from: history.status };
};

/**
 * True when an extraction in this state gives candidates (docs/rules.md §3): it was never rejected, or a person approved it.
 * A rejection that was eased to review, by a re-run or by reopening, gives none before somebody approves.
 */
export const yieldsCandidates = (status: WorkflowStatus, everRejected: boolean): boolean =>
  status === 'APPROVED' || (status !== 'REJECTED' && !everRejected);

/** Message to a person: what happened, with which values, and what to do. */
export const routingViolationMessage = ({ to }: RoutingViolation): string =>
  `This extraction was rejected before, so routing does not make it ${to}. A reviewer has to approve it.`;
