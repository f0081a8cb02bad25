import type { PromotionRule } from '#domain/review/types.ts';

/** Only an active memory is proposed for graduation. */
export const activeMemoryRule: PromotionRule = ({ status }) =>
  status === 'ACTIVE' ? null : { code: 'graduation.not_active', status };
