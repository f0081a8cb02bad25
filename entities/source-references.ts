import { reference } from './relations.ts';

/** The source that a row was read from: one column for each kind, of which at most one is set. */
export const sourceReferences = {
  chunkId: reference('chunks').nullable(),
  interactionId: reference('interactions').nullable(),
} as const;
