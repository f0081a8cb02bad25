import type { PromotionRule } from '#domain/review/types.ts';

/** A memory whose graduation is proposed stays as it is until the proposal is decided. */
export const unfrozenRule: PromotionRule = ({ frozen }) => (frozen ? { code: 'promotion.frozen' } : null);
