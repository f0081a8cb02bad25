import type { DeletionRule } from '#domain/review/types.ts';

/** What was believed once is not deleted: its history stays. */
export const neverPromotedRule: DeletionRule = ({ wasPromoted }) =>
  wasPromoted ? { code: 'deletion.was_promoted' } : null;
