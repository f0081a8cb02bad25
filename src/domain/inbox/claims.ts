import { isSamePerson } from '#domain/privacy/folded-name.ts';
import { claimDuration, handOverDuration, longestSnooze } from './inbox.ts';

/** Claim of an entry, and the time until which it is snoozed. */
export interface Mark {
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
  readonly snoozedUntil: Date | null;
  /** Reviewer who put it off. */
  readonly snoozedBy: string | null;
}

export type MarkDecision =
  | { readonly outcome: 'applied'; readonly mark: Mark }
  | { readonly outcome: 'refused'; readonly code: 'inbox.claimed' | 'inbox.snoozed_too_long' };

/** The first of these claimants who is another person than the user; null when there is none. */
export const otherClaimant = (claimants: readonly string[], user: string): string | null =>
  claimants.find((claimant) => !isSamePerson(claimant, user)) ?? null;

const isAnothers = ({ claimedBy, claimedUntil }: Mark, user: string, now: Date): boolean =>
  claimedBy !== null &&
  otherClaimant([claimedBy], user) !== null &&
  claimedUntil !== null &&
  claimedUntil > now;

/** The entry claimed by a person for a time, unless another's claim holds. */
const claimFor = (mark: Mark, user: string, now: Date, by: string, duration: number): MarkDecision =>
  isAnothers(mark, user, now)
    ? { outcome: 'refused', code: 'inbox.claimed' }
    : {
        outcome: 'applied',
        mark: { ...mark, claimedBy: by, claimedUntil: new Date(now.getTime() + duration) },
      };

/** Decides whether a user may claim the entry: not while another's claim holds. A claim of one's own is renewed. */
export const decideClaim = (mark: Mark, user: string, now: Date): MarkDecision =>
  claimFor(mark, user, now, user, claimDuration);

/**
 * Decides whether a user may hand the entry to another person: not while a third person's claim holds. The receiver has it for 7 days;
 * handed to oneself, it is claimed.
 */
export const decideHandOver = (mark: Mark, user: string, now: Date, to: string): MarkDecision =>
  isSamePerson(to, user) ? decideClaim(mark, user, now) : claimFor(mark, user, now, to, handOverDuration);

/** Decides whether a user may end the claim of the entry: another's that holds only by taking it over. */
export const decideRelease = (mark: Mark, user: string, now: Date, takeOver = false): MarkDecision =>
  !takeOver && isAnothers(mark, user, now)
    ? { outcome: 'refused', code: 'inbox.claimed' }
    : { outcome: 'applied', mark: { ...mark, claimedBy: null, claimedUntil: null } };

/** Decides whether a user may put the entry off, or have it back: not while another works on it, and for 30 days at most. */
export const decideSnooze = (mark: Mark, user: string, now: Date, until: Date | null): MarkDecision => {
  if (isAnothers(mark, user, now)) return { outcome: 'refused', code: 'inbox.claimed' };
  if (until !== null && until.getTime() - now.getTime() > longestSnooze)
    return { outcome: 'refused', code: 'inbox.snoozed_too_long' };
  return {
    outcome: 'applied',
    mark: { ...mark, snoozedUntil: until, snoozedBy: until === null ? null : user },
  };
};
