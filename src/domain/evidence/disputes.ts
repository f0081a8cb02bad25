/** How a dispute ends: the memory does not hold and is retired, or it holds. */
export const disputeVerdicts = ['UPHELD', 'DISMISSED'] as const;
export type DisputeVerdict = (typeof disputeVerdicts)[number];
