import type { PromotionRule } from '#domain/review/types.ts';

/** Only what stands in the queue is deferred or deleted. */
export const pendingCandidateRule: PromotionRule = ({ status }) =>
  status === 'CANDIDATE' ? null : { code: 'review.not_candidate', status };
