/** Why a pass did not write a statement as a candidate. */
export const dropReasons = [
  'KNOWN',
  'DUPLICATE',
  'OVER_BATCH_CAP',
  'TOO_SHORT',
  'REJECTED_BY_ROUTING',
] as const;
export type DropReason = (typeof dropReasons)[number];
