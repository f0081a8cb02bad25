/** Why reviewers reject, as a closed set beside their words: what extraction is measured by. */
export const rejectionKinds = [
  'NO_STATEMENT',
  'WRONG_WORDING',
  'WRONG_TYPE',
  'NOT_TRUE',
  'OUT_OF_DATE',
  'DUPLICATE',
  'NOT_RELEVANT',
  'OTHER',
] as const;
export type RejectionKind = (typeof rejectionKinds)[number];
