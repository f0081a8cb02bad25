/** HARD: both cannot be so. SOFT: they pull apart. Null where the judge did not say. */
export const severities = ['HARD', 'SOFT'] as const;
export type Severity = (typeof severities)[number];

export const contradictionStatuses = ['OPEN', 'RESOLVED'] as const;
export type ContradictionStatus = (typeof contradictionStatuses)[number];

/** Resolutions of a contradiction; A is the older statement. */
export const resolutionActions = ['KEPT_A', 'KEPT_B', 'MERGE', 'BOTH_VALID'] as const;
export type ResolutionAction = (typeof resolutionActions)[number];

/** The older statement first: a pair is one contradiction, whichever of the two was judged. Ids ascend with time. */
export const orderedPair = (one: string, other: string): readonly [string, string] =>
  one < other ? [one, other] : [other, one];
