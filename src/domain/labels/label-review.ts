import { distinctLabelsRule } from '#domain/labels/rules/distinct-labels.ts';
import { someLabelsRule } from '#domain/labels/rules/some-labels.ts';
import { suggestedLabelsRule } from '#domain/labels/rules/suggested-labels.ts';

/** A reviewer's answers to a suggestion: PROMOTED makes it authoritative, DISMISSED rejects it for this wording. */
export const labelVerdicts = ['PROMOTED', 'DISMISSED'] as const;
export type LabelVerdict = (typeof labelVerdicts)[number];

/** The labels that a memory has, each list sorted. */
export interface ItemLabels {
  readonly suggested: readonly string[];
  readonly authoritative: readonly string[];
}

type LabelViolation = 'empty' | 'duplicate_labels' | 'not_suggested';

/** A rule about the labels that a reviewer names. */
export type LabelReviewRule = (memory: ItemLabels, named: readonly string[]) => LabelViolation | null;

/** In the order in which they are checked (contract 04). */
const labelReviewRules: readonly LabelReviewRule[] = Object.freeze([
  someLabelsRule,
  distinctLabelsRule,
  suggestedLabelsRule,
]);

type LabelReviewCode = `${'promote' | 'dismiss'}_labels.${LabelViolation}`;

export type LabelReviewDecision =
  | { readonly outcome: 'applied'; readonly labels: readonly string[]; readonly after: ItemLabels }
  | { readonly outcome: 'refused'; readonly code: LabelReviewCode; readonly message: string };

const areas = { PROMOTED: 'promote_labels', DISMISSED: 'dismiss_labels' } as const;

const messages: Readonly<Record<LabelViolation, string>> = {
  empty: 'The call names no label. Name one or more of those that stand in suggestedLabels.',
  duplicate_labels: 'A label is named twice. Name each once.',
  not_suggested:
    'A label that is named does not stand in suggestedLabels now. Read the memory again and name labels that are suggested.',
};

const union = (some: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...some, ...more])].sort();

/**
 * Decides whether a reviewer who sees the memory may accept or dismiss these suggestions, and with which result. Accepting only adds to
 * the authoritative labels.
 */
export const decideLabelReview = (
  memory: ItemLabels,
  verdict: LabelVerdict,
  named: readonly string[],
): LabelReviewDecision => {
  for (const rule of labelReviewRules) {
    const violation = rule(memory, named);
    if (violation)
      return { outcome: 'refused', code: `${areas[verdict]}.${violation}`, message: messages[violation] };
  }
  const labels = [...named].sort();
  return {
    outcome: 'applied',
    labels,
    after: {
      suggested: memory.suggested.filter((label) => !labels.includes(label)),
      authoritative: verdict === 'PROMOTED' ? union(memory.authoritative, labels) : memory.authoritative,
    },
  };
};

/** The labels of a memory whose tenant names the authoritative ones itself; null when that changes nothing. */
export const decideDirectLabels = (memory: ItemLabels, named: readonly string[]): ItemLabels | null => {
  const authoritative = union(named, []);
  const present = memory.authoritative;
  return authoritative.length === present.length && authoritative.every((label) => present.includes(label))
    ? null
    : { authoritative, suggested: memory.suggested.filter((label) => !authoritative.includes(label)) };
};
