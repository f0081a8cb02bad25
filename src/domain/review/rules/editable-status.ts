import type { PromotionRule } from '#domain/review/types.ts';

/** Only what is proposed or believed is edited: a rejected, superseded or graduated item stands as it was decided. */
export const editableStatusRule: PromotionRule = ({ status }) =>
  status === 'CANDIDATE' || status === 'ACTIVE' ? null : { code: 'edit.not_editable', status };
