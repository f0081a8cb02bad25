import { givenText } from '#domain/bundle/given-text.ts';
import { tokensByPiece } from '#domain/bundle/token-count.ts';
import type { ConfidenceNumbers } from '#domain/evidence/confidence-numbers.ts';
import { effectiveConfidence, type MemoryConfidenceFacts } from '#domain/evidence/effective-confidence.ts';
import { omitHiddenText } from '#domain/labels/detectors/hidden-text.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import { atOnce, type Sliced } from '#domain/slices.ts';

/** Every number of the bundle. */
export type BundleNumbers = {
  /** Tokens of o200k_base, when the caller names none. */
  readonly tokenBudget: number;
  /** Days after which a memory that nobody touched is no longer recent at all. */
  readonly recencyDays: number;
  /** Memories in a row that do not fit, after which no smaller one is looked for. */
  readonly lookAhead: number;
  /** Share of a task, by the rarity of its words, that one memory has to hold for the task to be answered. */
  readonly leastAnswer: number;
  /** Memories that a task is given at most which nothing answers, beside what is mandatory. */
  readonly unanswered: number;
};

/** The starting values (docs/rules.md §6). */
export const bundleDefaults: BundleNumbers = Object.freeze({
  tokenBudget: 6_000,
  recencyDays: 365,
  lookAhead: 500,
  leastAnswer: 0.18,
  unanswered: 20,
});

/** How well a memory answers a task, not negative; the parts add up to its relevance. */
export type Answers = {
  /** By its own words. */
  readonly words: number;
  /** By the words that stand beside it in its source. */
  readonly neighbours: number;
  /** By what it means; null: it has no vector, or none was compared. */
  readonly meaning: number | null;
  /** By its days; null: the task names no time. */
  readonly dates: number | null;
};

export const relevanceBy = ({ words, neighbours, meaning, dates }: Answers): number =>
  words + neighbours + (meaning ?? 0) + (dates ?? 0);

/** A memory that may be delivered: the viewer sees it, it is believed, and it is no other person's own. */
export type BundleFacts = MemoryConfidenceFacts & {
  readonly id: string;
  /** The last edit or decision; evidence counts beside it. */
  readonly updatedAt: Date;
  /** How well it answers a task; null or absent: none was named. */
  readonly answers?: Answers | null | undefined;
};

/** Why a memory stands where it does: score = confidence × recency, or relevance × confidence where a task is named. */
export type Rank = {
  readonly score: number;
  /** Null: no task was named. */
  readonly relevance: number | null;
  /** Null: no task was named. */
  readonly answers: Answers | null;
  readonly confidence: number;
  readonly recency: number;
};
export type Ranked = { readonly id: string; readonly mandatory: boolean; readonly rank: Rank };

const dayInMilliseconds = 86_400_000;

const plainScore = ({ confidence, recency }: Rank): number => confidence * recency;

/**
 * Ranks mandatory ones first, then by score; memories that answer a task equally well by confidence × recency; equals by id. The order of
 * the input does not matter.
 */
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
      const answers = memory.answers ?? null;
      const relevance = answers && relevanceBy(answers);
      const rank = { score: confidence * (relevance ?? recency), relevance, answers, confidence, recency };
      return { id: memory.id, mandatory: memory.mandatory, rank };
    })
    .sort(
      (a, b) =>
        Number(b.mandatory) - Number(a.mandatory) ||
        b.rank.score - a.rank.score ||
        plainScore(b.rank) - plainScore(a.rank) ||
        (a.id < b.id ? -1 : 1),
    );

/** Takes from ranked memories those that a task is given which none of them answers: what is mandatory, and the few best. */
export const shortened = (
  ranked: readonly Ranked[],
  { unanswered }: Pick<BundleNumbers, 'unanswered'>,
): Ranked[] => {
  const mandatory = ranked.filter((one) => one.mandatory);
  return [...mandatory, ...ranked.filter((one) => !one.mandatory).slice(0, unanswered)];
};

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
  /** Memories that say what one before them says. */
  readonly repeated: number;
  /** The words of the items, without what says nothing. */
  readonly said: ReadonlySet<string>;
  /** Items skipped since the last one that entered. */
  readonly skippedInARow: number;
};

export const emptyBundle = (tokenBudget: number): Bundle => ({
  tokenBudget,
  tokensUsed: 0,
  items: [],
  skipped: 0,
  repeated: 0,
  said: new Set(),
  skippedInARow: 0,
});

/**
 * The words of a text in their order, without case, punctuation and articles. Texts with the same ones say the same; a
 * number, a negation or another order makes them say something else.
 */
const saidBy = (words: string): string =>
  (words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}.,;:!"'`()*_-]|[.,:-](?=\p{N})/gu) ?? [])
    .filter((word) => word !== 'a' && word !== 'an' && word !== 'the')
    .join(' ');

/** True when nothing more is tried but what is mandatory: the budget is spent, or so many in a row did not fit. */
export const isSettled = (
  { tokenBudget, tokensUsed, skippedInARow }: Pick<Bundle, 'tokenBudget' | 'tokensUsed' | 'skippedInARow'>,
  { lookAhead }: Pick<BundleNumbers, 'lookAhead'>,
): boolean => tokensUsed >= tokenBudget || skippedInARow >= lookAhead;

/** Pieces of text that are counted in one slice. */
const piecesInASlice = 16;

/**
 * Puts the next memories, in their order, into a bundle. What is mandatory enters whatever it costs; what does not fit is
 * skipped, and a smaller one after it may still enter, as long as the bundle is not settled. What says the same as an item
 * before it enters only if it is mandatory.
 */
export function* fillingBundle(
  bundle: Bundle,
  next: readonly { readonly ranked: Ranked; readonly words: string }[],
  numbers: Pick<BundleNumbers, 'lookAhead'> = bundleDefaults,
): Sliced<Bundle> {
  const { tokenBudget } = bundle;
  const items = [...bundle.items];
  const said = new Set(bundle.said);
  let { tokensUsed, skipped, repeated, skippedInARow } = bundle;
  let pieces = 0;
  /** Null: more than the limit. The count stops there, so that a long text costs no more than a short one. */
  function* countWithin(words: string, limit: number): Sliced<number | null> {
    let tokens = 0;
    for (const count of tokensByPiece(words, limit)) {
      tokens += count;
      if (tokens > limit) return null;
      pieces += 1;
      if (pieces % piecesInASlice === 0) yield;
    }
    return tokens;
  }
  /** A quotation costs more than its text: instructions are looked for only in what would fit without one. */
  function* countGiven(words: string, limit: number): Sliced<number | null> {
    const shown = omitHiddenText(words);
    const tokens = yield* countWithin(shown, limit);
    if (tokens === null) return null;
    const given = givenText(words);
    return given === shown ? tokens : yield* countWithin(given, limit);
  }
  for (const { ranked, words } of next) {
    const settled = isSettled({ tokenBudget, tokensUsed, skippedInARow }, numbers);
    const saying = settled || words === policyMask ? '' : saidBy(words);
    if (!ranked.mandatory && saying !== '' && said.has(saying)) {
      repeated += 1;
      continue;
    }
    const limit = ranked.mandatory ? Number.POSITIVE_INFINITY : tokenBudget - tokensUsed;
    const tokens = settled && !ranked.mandatory ? null : yield* countGiven(words, limit);
    if (tokens === null) {
      skipped += 1;
      skippedInARow += 1;
      continue;
    }
    said.add(saying);
    items.push({ ...ranked, words, tokens, reason: ranked.mandatory ? 'MANDATORY' : 'RANKED' });
    tokensUsed += tokens;
    skippedInARow = 0;
  }
  return { tokenBudget, tokensUsed, items, skipped, repeated, said, skippedInARow };
}

/** Like `fillingBundle`, without pauses. */
export const fillBundle = (...given: Parameters<typeof fillingBundle>): Bundle =>
  atOnce(fillingBundle(...given));
