import type { PromotionRule } from '#domain/review/types.ts';

/** Only what is believed is mandated: an active or a graduated memory. */
export const mandatableStatusRule: PromotionRule = ({ status }) =>
  status === 'ACTIVE' || status === 'GRADUATED' ? null : { code: 'mandate.not_believed', status };
