import type {
  ContradictionFacts,
  ResolutionViolation,
  Resolving,
} from '#domain/contradictions/resolution.ts';

/** A decision is taken on the revision that the actor looked at, where the actor named one. */
export const currentRevisionRule = (
  { revision }: ContradictionFacts,
  { expectedRevision }: Pick<Resolving, 'expectedRevision'>,
): ResolutionViolation | null =>
  expectedRevision === null || expectedRevision === revision
    ? null
    : { code: 'conflict.stale_revision', expected: expectedRevision, actual: revision };
