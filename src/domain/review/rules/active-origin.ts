import type { PromotionRule } from '#domain/review/types.ts';

/** An entity that graduated from a memory is promoted only while that memory is active. */
export const activeOriginRule: PromotionRule = ({ originStatus }) =>
  originStatus === null || originStatus === 'ACTIVE'
    ? null
    : { code: 'graduation.origin_not_active', status: originStatus };
