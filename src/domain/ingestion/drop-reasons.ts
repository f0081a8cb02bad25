/** Why a pass did not write a statement as a candidate. */
export const dropReasons = [
  'KNOWN',
  'DUPLICATE',
  'OUTDATED',
  'TOO_SHORT',
  'REJECTED_BY_ROUTING',
  'BELOW_THRESHOLD',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** Why a reading is dropped whatever the store holds: its length, or a review score too low for its kind of document. */
export type ReadingDrop = Extract<DropReason, 'TOO_SHORT' | 'BELOW_THRESHOLD'>;
