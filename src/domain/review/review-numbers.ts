import { type AutoPromotionNumbers, autoPromotionDefaults } from './auto-promotion.ts';

/** Every number of the review. */
export type ReviewNumbers = {
  /** Days in the queue after which a candidate counts as stale. */
  readonly staleAfterDays: number;
  /** Candidates of one person that wait at once; more are refused. */
  readonly pendingPerContributor: number;
  /** Candidates that one service brought in and that wait at once; more are refused. It ingests for others, so they are more. */
  readonly pendingPerService: number;
  /** Disputes of one person or service that are open at once; more are refused. */
  readonly openDisputes: number;
  readonly autoPromotion: AutoPromotionNumbers;
};

export const reviewDefaults: ReviewNumbers = Object.freeze({
  staleAfterDays: 14,
  pendingPerContributor: 200,
  pendingPerService: 5_000,
  openDisputes: 20,
  autoPromotion: autoPromotionDefaults,
});
