import type { PromotionRule } from '#domain/review/types.ts';

/** Only what is believed is verified. */
export const believedRule: PromotionRule = ({ status }) =>
  status === 'ACTIVE' || status === 'GRADUATED' ? null : { code: 'verification.not_believed', status };
