import type { PromotionRule } from '#domain/review/types.ts';

/** Only what is believed is disputed. */
export const disputableRule: PromotionRule = ({ status }) =>
  status === 'ACTIVE' || status === 'GRADUATED' ? null : { code: 'dispute.not_believed', status };
