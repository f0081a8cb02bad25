import type { PromotionRule } from '#domain/review/types.ts';

/** A candidate that was proposed in the place of others is promoted while all of them stand, and for no fewer people than it. */
export const standingPredecessorsRule: PromotionRule = ({ succeeds }) =>
  succeeds === 'moved' ? { code: 'promotion.succeeded_moved' } : null;
