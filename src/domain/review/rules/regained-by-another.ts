import { isInOwnWords } from '#domain/review/own-wording.ts';
import type { PromotionRule } from '#domain/review/types.ts';

/** An item that ended is not brought back by the person whose words it has, where they say more than its source. */
export const regainedByAnotherRule: PromotionRule = (facts, decisionInput) =>
  isInOwnWords(facts, decisionInput) ? { code: 'promotion.reviewer_is_contributor' } : null;
