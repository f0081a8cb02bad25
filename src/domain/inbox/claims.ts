import { claimDuration } from './inbox.ts';

/** Claim of an entry, and the time until which it is snoozed. */
export interface Mark {
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
  readonly snoozedUntil: Date | null;
}

export type MarkDecision =
  | { readonly outcome: 'applied'; readonly mark: Mark }
  | { readonly outcome: 'refused'; readonly code: 'inbox.claimed' };

const isAnothers = ({ claimedBy, claimedUntil }: Mark, user: string, now: Date): boolean =>
  claimedBy !== null && claimedBy !== user && claimedUntil !== null && claimedUntil > now;

/** May the user claim the entry? Not while another's claim holds; a claim of one's own is renewed. */
export const decideClaim = (mark: Mark, user: string, now: Date): MarkDecision =>
  isAnothers(mark, user, now)
    ? { outcome: 'refused', code: 'inbox.claimed' }
    : {
        outcome: 'applied',
        mark: { ...mark, claimedBy: user, claimedUntil: new Date(now.getTime() + claimDuration) },
      };

/** May the user end the claim of the entry? Not another's that holds. */
export const decideRelease = (mark: Mark, user: string, now: Date): MarkDecision =>
  isAnothers(mark, user, now)
    ? { outcome: 'refused', code: 'inbox.claimed' }
    : { outcome: 'applied', mark: { ...mark, claimedBy: null, claimedUntil: null } };

/** May the user put the entry off, or have it back? Not while another works on it. */
export const decideSnooze = (mark: Mark, user: string, now: Date, until: Date | null): MarkDecision =>
  isAnothers(mark, user, now)
    ? { outcome: 'refused', code: 'inbox.claimed' }
    : { outcome: 'applied', mark: { ...mark, snoozedUntil: until } };
