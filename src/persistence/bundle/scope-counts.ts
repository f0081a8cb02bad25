const leftOutReasons = [
  'NOT_BELIEVED',
  'SUPERSEDED',
  'RETIRED',
  'EXPIRED',
  'OUTSIDE_DATES',
  'STALE',
  'QUARANTINED',
  'PERSONAL_TO_ANOTHER',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Counts of the memories in a scope that the viewer sees: deliverable, and left out by reason. */
export interface ScopeCounts {
  readonly deliverable: number;
  readonly leftOut: readonly { readonly reason: LeftOutReason; readonly count: number }[];
}

/** Read at once where a scope has no more memories. */
export const fewMemories = 1_000;

/** Decides whether a scope is read at once. */
export const isSmall = ({ deliverable, leftOut }: ScopeCounts): boolean =>
  leftOut.reduce((sum, { count }) => sum + count, deliverable) <= fewMemories;
