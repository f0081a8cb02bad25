import type { LabelReviewRule } from '#domain/labels/label-review.ts';

/** A decision about suggestions names each of them once. */
export const distinctLabelsRule: LabelReviewRule = (_memory, named) =>
  new Set(named).size < named.length ? 'duplicate_labels' : null;
