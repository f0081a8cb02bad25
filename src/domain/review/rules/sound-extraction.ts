import type { PromotionRule } from '#domain/review/types.ts';

/** A candidate is not promoted while the extraction that it came from is rejected. */
export const soundExtractionRule: PromotionRule = ({ routingStatus }) =>
  routingStatus === 'REJECTED' ? { code: 'promotion.extraction_rejected' } : null;
