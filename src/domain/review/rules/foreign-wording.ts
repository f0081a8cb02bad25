import { isInOwnWords } from '#domain/review/own-wording.ts';
import type { PromotionRule } from '#domain/review/types.ts';

/** Words of one's own that say more than the source are not promoted where four eyes are strict. */
export const foreignWordingRule: PromotionRule = (facts, decisionInput) =>
  decisionInput.fourEyes === 'strict' && isInOwnWords(facts, decisionInput)
    ? { code: 'promotion.reviewer_is_contributor' }
    : null;
