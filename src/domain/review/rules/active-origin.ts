import type { PromotionRule } from '#domain/review/types.ts';

/** An entity that graduated from a memory is promoted while that memory is active; one that succeeds such an entity also after. */
export const activeOriginRule: PromotionRule = ({ originStatus, succeeds }) =>
  originStatus === null || originStatus === 'ACTIVE' || (succeeds !== 'none' && originStatus === 'GRADUATED')
    ? null
    : { code: 'graduation.origin_not_active', status: originStatus };
