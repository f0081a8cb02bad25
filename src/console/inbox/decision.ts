import type { VariablesOf } from '../api/graphql.ts';
import type { ResolveMutation } from '../contradictions/operations.ts';
import type { Holding } from '../parts/holding-form.tsx';
import type { ReviewMutation } from './mutations.ts';
import type { Entry } from './operations.ts';

export type RejectionKind = NonNullable<
  VariablesOf<typeof ReviewMutation>['input']['decisions'][number]['rejectionKind']
>;
export type ResolutionAction = VariablesOf<typeof ResolveMutation>['input']['action'];

/** A reviewer's decision on one entry of the inbox, or on several. */
export type Decision =
  | { readonly action: 'PROMOTE'; readonly content?: string }
  | { readonly action: 'REJECT'; readonly reason: string; readonly kind?: RejectionKind }
  | { readonly action: 'SNOOZE'; readonly until: string }
  | { readonly action: 'ACCEPT_LABELS' | 'DISMISS_LABELS' | 'VERIFY' | 'APPROVE_ROUTING' | 'RELEASE' }
  | { readonly action: 'ACCEPT_CHANGE' }
  | { readonly action: 'DECLINE_CHANGE'; readonly reason: string }
  | { readonly action: 'GRANT_PERSONAL' | 'DECLINE_PERSONAL' }
  | { readonly action: 'EDIT'; readonly content: string }
  /** `by`: the id of what takes the place of the entry's item. */
  | { readonly action: 'SUPERSEDE'; readonly by: string }
  /** Promotes the candidate in the place of what is believed, whose id is `over`. */
  | { readonly action: 'REPLACE'; readonly over: string }
  | ({ readonly action: 'HOLD' } & Holding)
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
  /** True when the API can take it back. */
  readonly isUndone: boolean;
}

export const wordsOf: Readonly<Record<Action, Words>> = {
  PROMOTE: { verb: 'Promote', done: 'Promoted', outcome: 'promoted', isUndone: true },
  REJECT: { verb: 'Reject', done: 'Rejected', outcome: 'rejected', isUndone: true },
  SNOOZE: { verb: 'Snooze', done: 'Snoozed', outcome: 'snoozed', isUndone: true },
  ACCEPT_LABELS: { verb: 'Accept the labels of', done: 'Labelled', outcome: 'settled', isUndone: false },
  DISMISS_LABELS: { verb: 'Dismiss the labels of', done: 'Dismissed', outcome: 'settled', isUndone: false },
  VERIFY: { verb: 'Verify', done: 'Verified', outcome: 'settled', isUndone: false },
  EDIT: { verb: 'Reword', done: 'Reworded', outcome: 'settled', isUndone: false },
  SUPERSEDE: { verb: 'Supersede', done: 'Superseded', outcome: 'settled', isUndone: true },
  REPLACE: {
    verb: 'Promote in its place',
    done: 'Promoted in its place',
    outcome: 'promoted',
    isUndone: true,
  },
  HOLD: { verb: 'Extend', done: 'Extended', outcome: 'settled', isUndone: false },
  RETIRE: { verb: 'Retire', done: 'Retired', outcome: 'rejected', isUndone: true },
  DISMISS_DISPUTE: { verb: 'Keep', done: 'Kept', outcome: 'settled', isUndone: false },
  UPHOLD_DISPUTE: { verb: 'Retire', done: 'Retired', outcome: 'rejected', isUndone: false },
  GRANT_PERSONAL: { verb: 'Make personal', done: 'Made personal', outcome: 'settled', isUndone: false },
  DECLINE_PERSONAL: { verb: 'Keep shared', done: 'Kept shared', outcome: 'settled', isUndone: false },
  RESOLVE: { verb: 'Resolve', done: 'Resolved', outcome: 'settled', isUndone: true },
  APPROVE_ROUTING: { verb: 'Approve', done: 'Approved', outcome: 'promoted', isUndone: false },
  REJECT_ROUTING: { verb: 'Reject', done: 'Turned down', outcome: 'rejected', isUndone: false },
  ACCEPT_CHANGE: { verb: 'Accept', done: 'Accepted', outcome: 'promoted', isUndone: false },
  DECLINE_CHANGE: { verb: 'Decline', done: 'Declined', outcome: 'rejected', isUndone: false },
  RELEASE: { verb: 'Release', done: 'Released', outcome: 'settled', isUndone: false },
};

/** How an entry ended that left the inbox by another hand, as far as what it is about shows. */
export const outcomeOf = ({ subject }: Entry): Outcome => {
  if (subject.__typename === 'Memory' || subject.__typename === 'Entity') {
    if (subject.status === 'ACTIVE') return 'promoted';
    if (subject.status === 'INVALID' || subject.status === 'RETIRED') return 'rejected';
  }
  return 'settled';
};
