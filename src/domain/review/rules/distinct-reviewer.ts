import type { PromotionRule } from '#domain/review/types.ts';

/** A candidate is not promoted by the person who wrote it by hand, nor by whom it was recorded as a service. */
export const distinctReviewerRule: PromotionRule = (facts, { actor, fourEyes }) =>
  fourEyes && ((facts.handAuthored && facts.contributor === actor.user) || facts.recordedBy === actor.user)
    ? { code: 'promotion.reviewer_is_contributor' }
    : null;
