/** Findings of the last check of an item's source. */
export const sourceStates = ['UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'] as const;
export type SourceState = (typeof sourceStates)[number];

/** States in which the source still says it in the same place, or was never checked. */
export const undriftedStates = ['UNKNOWN', 'UNCHANGED'] as const satisfies readonly SourceState[];

/** True when the source no longer says it where it said it. */
export const isDrift = (state: SourceState): boolean =>
  !(undriftedStates as readonly SourceState[]).includes(state);

/**
 * States in which a candidate is checked no more, since nobody believes it: only once its source says it again. What is
 * believed follows each further change of its source.
 */
export const settledForCandidates = [
  'REWORDED',
  'GONE',
  'WITHDRAWN',
] as const satisfies readonly SourceState[];
