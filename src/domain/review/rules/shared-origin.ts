import type { PromotionRule } from '#domain/review/types.ts';

/** An entity whose memory was made personal since it was proposed is not promoted: a personal memory does not graduate. */
export const sharedOriginRule: PromotionRule = ({ originStatus, isPersonal }) =>
  originStatus !== null && isPersonal ? { code: 'graduation.personal' } : null;
