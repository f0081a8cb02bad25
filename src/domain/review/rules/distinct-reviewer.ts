import { isSamePerson } from '#domain/privacy/folded-name.ts';
import type { PromotionRule } from '#domain/review/types.ts';

/** A candidate is not promoted by the person who wrote it by hand, recorded it, or alone brought its source in. */
export const distinctReviewerRule: PromotionRule = (facts, { actor, fourEyes }) => {
  const isActor = (name: string) => isSamePerson(name, actor.user);
  const isOwn = facts.handAuthored ? isActor(facts.contributor) : facts.ingesters.every(isActor);
  return fourEyes !== 'off' && (isOwn || (facts.recordedBy !== null && isActor(facts.recordedBy)))
    ? { code: 'promotion.reviewer_is_contributor' }
    : null;
};
