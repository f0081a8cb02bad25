/** Why a pass did not write a statement as a candidate. */
export const dropReasons = [
  'DUPLICATE',
  'OVER_BATCH_CAP',
  'TOO_SHORT',
  'REJECTED_BY_ROUTING',
  'PREVIOUSLY_REJECTED',
] as const;
export type DropReason = (typeof dropReasons)[number];
