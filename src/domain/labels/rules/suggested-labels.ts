import type { LabelReviewRule } from '#domain/labels/label-review.ts';

/** Only what is suggested now is promoted or dismissed: a review cannot introduce labels of its own. */
export const suggestedLabelsRule: LabelReviewRule = ({ suggested }, named) =>
  named.every((label) => suggested.includes(label)) ? null : 'not_suggested';
