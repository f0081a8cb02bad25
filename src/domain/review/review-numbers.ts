import { type AutoPromotionNumbers, autoPromotionDefaults } from './auto-promotion.ts';

/** Every number of the review. */
export type ReviewNumbers = {
  /** Days in the queue after which a candidate counts as stale. */
  readonly staleAfterDays: number;
  readonly autoPromotion: AutoPromotionNumbers;
};

export const reviewDefaults: ReviewNumbers = Object.freeze({
  staleAfterDays: 14,
  autoPromotion: autoPromotionDefaults,
});
