import type { ConfidenceNumbers } from '#domain/evidence/confidence-numbers.ts';
import { effectiveConfidence, type MemoryConfidenceFacts } from '#domain/evidence/effective-confidence.ts';

export const ownerKinds = ['USER', 'GROUP'] as const;
export type OwnerKind = (typeof ownerKinds)[number];

const dayInMilliseconds = 86_400_000;

/** The longest time for which a verification holds, in days: two years. Nobody postpones the next one for good. */
export const maxVerifyAheadDays = 731;

/** True for an instant that may be the next verification: after now, and within `maxVerifyAheadDays`. */
export const mayBeVerifiedBy = (verifyBy: Date, now: Date): boolean =>
  verifyBy > now && verifyBy.getTime() - now.getTime() <= maxVerifyAheadDays * dayInMilliseconds;

/**
 * When the effective confidence of a memory will fall below a threshold, computed from the formula; null when it never will, since a
 * floor holds it. What is below it from the beginning is due when it was written.
 */
export const verificationDue = (
  facts: MemoryConfidenceFacts,
  threshold: number,
  numbers: ConfidenceNumbers,
): Date | null => {
  const since = facts.newestEvidenceAt ?? facts.createdAt;
  const { value: sum, floor } = effectiveConfidence(facts, since, numbers);
  if (floor >= threshold) return null;
  if (sum < threshold) return since;
  const days = numbers.halfLifeDays * Math.log2(sum / threshold);
  // The first millisecond at which it is below.
  return new Date(Math.floor(since.getTime() + days * dayInMilliseconds) + 1);
};
