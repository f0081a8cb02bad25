import type { DeletionRule } from '#domain/review/types.ts';

/** An item that was ever believed is not deleted: its history stays. */
export const neverPromotedRule: DeletionRule = ({ wasPromoted }) =>
  wasPromoted ? { code: 'deletion.was_promoted' } : null;
