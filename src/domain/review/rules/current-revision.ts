import type { PromotionRule } from '#domain/review/types.ts';

/** A decision is taken on the revision that the actor looked at, where the actor named one. */
export const currentRevisionRule: PromotionRule = (facts, { expectedRevision }) =>
  expectedRevision === null || expectedRevision === facts.revision
    ? null
    : { code: 'conflict.stale_revision', expected: expectedRevision, actual: facts.revision };
