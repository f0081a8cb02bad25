import type { LabelReviewRule } from '#domain/labels/label-review.ts';

/** A decision about suggestions names at least one. */
export const someLabelsRule: LabelReviewRule = (_memory, named) => (named.length === 0 ? 'empty' : null);
