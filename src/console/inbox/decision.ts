import type { VariablesOf } from '../api/graphql.ts';
import type { ResolveMutation } from '../contradictions/operations.ts';
import type { Holding } from '../parts/holding-form.tsx';
import type { ReviewMutation } from './mutations.ts';
import type { Entry } from './operations.ts';

export type RejectionKind = NonNullable<
  VariablesOf<typeof ReviewMutation>['input']['decisions'][number]['rejectionKind']
>;
type ResolutionAction = VariablesOf<typeof ResolveMutation>['input']['action'];

/** A reviewer's decision on one entry of the inbox, or on several. */
export type Decision =
  | { readonly action: 'PROMOTE'; readonly content?: string }
  | { readonly action: 'REJECT'; readonly reason: string; readonly kind?: RejectionKind }
  | { readonly action: 'SNOOZE'; readonly until: string }
  | { readonly action: 'ACCEPT_LABELS' | 'DISMISS_LABELS' | 'VERIFY' | 'APPROVE_ROUTING' | 'RELEASE' }
  | { readonly action: 'ACCEPT_CHANGE' | 'READ_WAVE' | 'LEAVE_WAVE' }
  | { readonly action: 'DECLINE_CHANGE'; readonly reason: string }
  | { readonly action: 'GRANT_PERSONAL' | 'DECLINE_PERSONAL' }
  | { readonly action: 'EDIT'; readonly content: string }
  /** `by`: the id of what takes the place of the entry's item. */
  | { readonly action: 'SUPERSEDE'; readonly by: string }
  /** Promotes the candidate in the place of what is believed, whose id is `over`. */
  | { readonly action: 'REPLACE'; readonly over: string }
  | ({ readonly action: 'HOLD'; readonly before: Holding } & Holding)
  | {
      readonly action: 'RETIRE' | 'DISMISS_DISPUTE' | 'UPHOLD_DISPUTE';
      readonly reason: string;
    }
  | { readonly action: 'REJECT_ROUTING'; readonly reason: string }
  | {
      readonly action: 'RESOLVE';
      readonly as: ResolutionAction;
      readonly mergedContent?: string;
      readonly note?: string;
    };

export type Action = Decision['action'];

export type Outcome = 'promoted' | 'rejected' | 'snoozed' | 'settled';

interface Words {
  readonly verb: string;
  readonly done: string;
  readonly outcome: Outcome;
  /** `sent`: the API takes it back. `delayed`: it has no way back, so the decision is sent eight seconds later. */
  readonly undo: 'sent' | 'delayed';
}

export const wordsOf: Readonly<Record<Action, Words>> = {
  PROMOTE: { verb: 'Promote', done: 'Promoted', outcome: 'promoted', undo: 'sent' },
  REJECT: { verb: 'Reject', done: 'Rejected', outcome: 'rejected', undo: 'sent' },
  SNOOZE: { verb: 'Snooze', done: 'Snoozed', outcome: 'snoozed', undo: 'sent' },
  ACCEPT_LABELS: { verb: 'Accept the labels of', done: 'Labelled', outcome: 'settled', undo: 'delayed' },
  DISMISS_LABELS: { verb: 'Dismiss the labels of', done: 'Dismissed', outcome: 'settled', undo: 'delayed' },
  VERIFY: { verb: 'Verify', done: 'Verified', outcome: 'settled', undo: 'delayed' },
  EDIT: { verb: 'Reword', done: 'Reworded', outcome: 'settled', undo: 'delayed' },
  SUPERSEDE: { verb: 'Supersede', done: 'Superseded', outcome: 'settled', undo: 'sent' },
  REPLACE: {
    verb: 'Promote in its place',
    done: 'Promoted in its place',
    outcome: 'promoted',
    undo: 'sent',
  },
  HOLD: { verb: 'Extend', done: 'Extended', outcome: 'settled', undo: 'sent' },
  RETIRE: { verb: 'Retire', done: 'Retired', outcome: 'rejected', undo: 'sent' },
  DISMISS_DISPUTE: { verb: 'Keep', done: 'Kept', outcome: 'settled', undo: 'delayed' },
  UPHOLD_DISPUTE: { verb: 'Retire', done: 'Retired', outcome: 'rejected', undo: 'delayed' },
  GRANT_PERSONAL: { verb: 'Make personal', done: 'Made personal', outcome: 'settled', undo: 'delayed' },
  DECLINE_PERSONAL: { verb: 'Keep shared', done: 'Kept shared', outcome: 'settled', undo: 'delayed' },
  RESOLVE: { verb: 'Resolve', done: 'Resolved', outcome: 'settled', undo: 'sent' },
  APPROVE_ROUTING: { verb: 'Approve', done: 'Approved', outcome: 'promoted', undo: 'delayed' },
  REJECT_ROUTING: { verb: 'Reject', done: 'Turned down', outcome: 'rejected', undo: 'delayed' },
  ACCEPT_CHANGE: { verb: 'Accept', done: 'Accepted', outcome: 'promoted', undo: 'delayed' },
  DECLINE_CHANGE: { verb: 'Decline', done: 'Declined', outcome: 'rejected', undo: 'delayed' },
  RELEASE: { verb: 'Release', done: 'Released', outcome: 'settled', undo: 'delayed' },
  READ_WAVE: { verb: 'Read', done: 'Read', outcome: 'settled', undo: 'delayed' },
  LEAVE_WAVE: { verb: 'Leave unread', done: 'Left unread', outcome: 'settled', undo: 'delayed' },
};

/** How an entry ended that left the inbox by another hand, as far as what it is about shows. */
export const outcomeOf = ({ subject }: Entry): Outcome => {
  if (subject.__typename === 'Memory' || subject.__typename === 'Entity') {
    if (subject.status === 'ACTIVE') return 'promoted';
    if (subject.status === 'INVALID' || subject.status === 'RETIRED') return 'rejected';
  }
  return 'settled';
};
