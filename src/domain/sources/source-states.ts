/** What the last check found of the statement that an item came from. */
export const sourceStates = ['UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'] as const;
export type SourceState = (typeof sourceStates)[number];

/** Those in which the source says it where it said it, or was never asked. */
export const undriftedStates = ['UNKNOWN', 'UNCHANGED'] as const satisfies readonly SourceState[];

/** True when the source no longer says it where it said it. */
export const isDrift = (state: SourceState): boolean =>
  !(undriftedStates as readonly SourceState[]).includes(state);
