import { type RejectionKind, rejectionKinds } from './rejection-kinds.ts';

/** Decided candidates whose score lies within one tenth, from `tenth` / 10. */
export interface ScoreBand {
  readonly tenth: number;
  readonly decided: number;
  readonly kept: number;
  readonly meanScore: number;
}

/** Results of one rule and extractor version among the candidates that a viewer sees. */
export interface ExtractionQuality {
  readonly rule: string;
  readonly extractorVersion: string;
  readonly proposed: number;
  readonly promotedUnchanged: number;
  readonly promotedEdited: number;
  readonly rejected: number;
  /** How many of these for a reason of each kind; null is the kind of those of which nobody said it. By kind. */
  readonly rejectedByKind: readonly { readonly kind: RejectionKind | null; readonly count: number }[];
  readonly pending: number;
  /** Promoted and, within 90 days, superseded or retired. */
  readonly endedWithin90Days: number;
  /** How often a promoted item is a side of a contradiction. */
  readonly contradictions: number;
  /** Half of the decisions took no longer, in hours, within 10 %; null without a decision. */
  readonly medianHoursToDecision: number | null;
  /** By the confidence that they were written with, and by their review score; ascending, without empty bands. */
  readonly byConfidence: readonly ScoreBand[];
  readonly byReviewScore: readonly ScoreBand[];
}

/**
 * Figures that the store adds up, by name: counts by the names of `ExtractionQuality`, `rejected <kind>`,
 * `hours <step>`, and of each score `<score> <tenth> kept`, `… rejected` and `… millionths`, a sum of scores.
 */
export type QualityFigures = Readonly<Record<string, number>>;

/**
 * Steps in which times from proposal to decision are counted, by their lower ends in seconds: each a fifth above the
 * former, from a minute to ten years.
 */
export const decisionSteps: readonly number[] = Array.from({ length: 86 }, (_, step) =>
  Math.round(60 * 1.2 ** step),
);

/** The geometric middle of a step, in hours; 0 is the step below the first, and half a minute. */
const hoursOf = (step: number): number => {
  const from = decisionSteps[step - 1];
  const to = decisionSteps[step] ?? Number.POSITIVE_INFINITY;
  if (from === undefined) return to / 2 / 3_600;
  return Math.sqrt(from * Math.min(to, from * 1.2)) / 3_600;
};

const medianHours = (of: (figure: string) => number): number | null => {
  const counts = Array.from({ length: decisionSteps.length + 1 }, (_, step) => of(`hours ${step}`));
  const total = counts.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  const step = counts.findIndex((count) => {
    passed += count;
    return passed * 2 >= total;
  });
  return total === 0 ? null : hoursOf(step);
};

const bandsBy = (score: 'confidence' | 'reviewScore', of: (figure: string) => number): ScoreBand[] =>
  Array.from({ length: 10 }, (_, tenth) => {
    const kept = of(`${score} ${tenth} kept`);
    const decided = kept + of(`${score} ${tenth} rejected`);
    return { tenth, decided, kept, meanScore: of(`${score} ${tenth} millionths`) / 1_000_000 / decided };
  }).filter(({ decided }) => decided > 0);

/** The results of a rule and extractor version, from its figures. */
export const extractionQualityOf = (
  rule: string,
  extractorVersion: string,
  figures: QualityFigures,
): ExtractionQuality => {
  const of = (figure: string): number => figures[figure] ?? 0;
  const rejected = of('rejected');
  const byKind = rejectionKinds
    .toSorted()
    .map((kind) => ({ kind, count: of(`rejected ${kind}`) }))
    .filter(({ count }) => count > 0);
  const unsorted = rejected - byKind.reduce((sum, { count }) => sum + count, 0);
  return {
    rule,
    extractorVersion,
    proposed: of('proposed'),
    promotedUnchanged: of('promotedUnchanged'),
    promotedEdited: of('promotedEdited'),
    rejected,
    rejectedByKind: [...(unsorted > 0 ? [{ kind: null, count: unsorted }] : []), ...byKind],
    pending: of('pending'),
    endedWithin90Days: of('endedWithin90Days'),
    contradictions: of('contradictions'),
    medianHoursToDecision: medianHours(of),
    byConfidence: bandsBy('confidence', of),
    byReviewScore: bandsBy('reviewScore', of),
  };
};
