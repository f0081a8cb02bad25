import type { LabelReviewRule } from '#domain/labels/label-review.ts';

/** Only what is suggested now is promoted or dismissed: review is no back door for labels of one's own. */
export const suggestedLabelsRule: LabelReviewRule = ({ suggested }, named) =>
  named.every((label) => suggested.includes(label)) ? null : 'not_suggested';
