import { countTokens, isWithinTokenLimit } from '#domain/bundle/token-count.ts';
import type { ConfidenceNumbers } from '#domain/confidence/confidence-numbers.ts';
import { effectiveConfidence, type MemoryConfidenceFacts } from '#domain/confidence/effective-confidence.ts';

/** Every number of the bundle. */
export type BundleNumbers = {
  /** Tokens of o200k_base, when the caller names none. */
  readonly tokenBudget: number;
  /** Days after which a memory that nobody touched is no longer recent at all. */
  readonly recencyDays: number;
};

/** The starting values (PRODUCT §6). */
export const bundleDefaults: BundleNumbers = Object.freeze({ tokenBudget: 6_000, recencyDays: 365 });

/** A memory that may be delivered: the viewer sees it, it is believed, and it is no other person's own. */
export type BundleFacts = MemoryConfidenceFacts & {
  readonly id: string;
  /** The last edit or decision; evidence counts beside it. */
  readonly updatedAt: Date;
};

/** Why a memory stands where it does: score = confidence × recency. */
export type Rank = { readonly score: number; readonly confidence: number; readonly recency: number };
export type Ranked = { readonly id: string; readonly mandatory: boolean; readonly rank: Rank };

const dayInMilliseconds = 86_400_000;

/** Mandatory ones first, then by score; equals by id. The order of what comes in does not matter. */
export const rankBundle = (
  facts: readonly BundleFacts[],
  now: Date,
  { recencyDays }: BundleNumbers,
  confidenceNumbers: ConfidenceNumbers,
): Ranked[] =>
  facts
    .map((memory): Ranked => {
      const touched = Math.max(memory.updatedAt.getTime(), memory.newestEvidenceAt?.getTime() ?? 0);
      const days = Math.max(0, now.getTime() - touched) / dayInMilliseconds;
      const recency = Math.max(0, 1 - days / recencyDays);
      const confidence = effectiveConfidence(memory, now, confidenceNumbers).value;
      const rank = { score: confidence * recency, confidence, recency };
      return { id: memory.id, mandatory: memory.mandatory, rank };
    })
    .sort(
      (a, b) =>
        Number(b.mandatory) - Number(a.mandatory) || b.rank.score - a.rank.score || (a.id < b.id ? -1 : 1),
    );

export type BundleItem = Ranked & {
  readonly words: string;
  readonly tokens: number;
  readonly reason: 'MANDATORY' | 'RANKED';
};

export type Bundle = {
  readonly tokenBudget: number;
  readonly tokensUsed: number;
  readonly items: readonly BundleItem[];
  /** Memories that did not fit. */
  readonly skipped: number;
};

export const emptyBundle = (tokenBudget: number): Bundle => ({
  tokenBudget,
  tokensUsed: 0,
  items: [],
  skipped: 0,
});

/**
 * Puts the next memories, in their order, into a bundle. What is mandatory enters whatever it costs; what does not fit is
 * skipped, and a smaller one after it may still enter.
 */
export const fillBundle = (
  bundle: Bundle,
  next: readonly { readonly ranked: Ranked; readonly words: string }[],
): Bundle => {
  const items = [...bundle.items];
  let { tokensUsed, skipped } = bundle;
  for (const { ranked, words } of next) {
    const left = bundle.tokenBudget - tokensUsed;
    // The count stops where the budget does, so that a long text costs no more than a short one.
    const fits = left > 0 && isWithinTokenLimit(words, left);
    const tokens = ranked.mandatory ? countTokens(words) : fits;
    if (tokens === false) {
      skipped += 1;
      continue;
    }
    items.push({ ...ranked, words, tokens, reason: ranked.mandatory ? 'MANDATORY' : 'RANKED' });
    tokensUsed += tokens;
  }
  return { tokenBudget: bundle.tokenBudget, tokensUsed, items, skipped };
};

/** True when nothing more can enter but what is mandatory. */
export const isFull = ({ tokenBudget, tokensUsed }: Bundle): boolean => tokensUsed >= tokenBudget;
