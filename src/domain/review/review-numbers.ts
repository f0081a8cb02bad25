import { type AutoPromotionNumbers, autoPromotionDefaults } from './auto-promotion.ts';

/** Every number of the review. */
export type ReviewNumbers = {
  /** Days in the queue after which a candidate counts as stale. */
  readonly staleAfterDays: number;
  /** Candidates of one person that wait at once; more are refused. A service is not limited: it ingests for others. */
  readonly pendingPerContributor: number;
  readonly autoPromotion: AutoPromotionNumbers;
};

export const reviewDefaults: ReviewNumbers = Object.freeze({
  staleAfterDays: 14,
  pendingPerContributor: 200,
  autoPromotion: autoPromotionDefaults,
});
