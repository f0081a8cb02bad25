/** What the last check found of the statement that an item came from. */
export const sourceStates = ['UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'] as const;
export type SourceState = (typeof sourceStates)[number];

/** True when the source no longer says it where it said it. */
export const isDrift = (state: SourceState): boolean => state !== 'UNKNOWN' && state !== 'UNCHANGED';
