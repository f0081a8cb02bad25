import type { PromotionRule } from '#domain/review/promotion.ts';

/** A candidate is not promoted by the person who wrote it by hand. */
export const distinctReviewerRule: PromotionRule = (facts, { actor, fourEyes }) =>
  fourEyes && facts.handAuthored && facts.contributor === actor.user
    ? { code: 'promotion.reviewer_is_contributor' }
    : null;
