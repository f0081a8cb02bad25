import type { PromotionRule } from '#domain/review/types.ts';

/** Refuses to decide what another reviewer has claimed, unless the actor takes it over. */
export const unclaimedRule: PromotionRule = ({ claimedBy }, { takeOver }) =>
  claimedBy === null || takeOver ? null : { code: 'inbox.claimed', by: claimedBy };
