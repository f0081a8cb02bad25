import { isSamePerson } from '#domain/privacy/folded-name.ts';
import type { PromotionRule } from '#domain/review/types.ts';

/** A wording that waits for another reviewer is not confirmed by whose it is. */
export const confirmedByAnotherRule: PromotionRule = ({ wordingBy }, { actor, fourEyes }) =>
  fourEyes !== 'off' && wordingBy !== null && isSamePerson(wordingBy, actor.user)
    ? { code: 'verification.own_wording' }
    : null;
