import { type ItemStatus, type TransitionName, transitions } from '#domain/review/states.ts';
import type { PromotionRule } from '#domain/review/types.ts';

/** An item takes only the steps that the transition table names, each from where the table says. */
export const legalTransitionRule =
  (action: TransitionName): PromotionRule =>
  ({ status }) => {
    const { from, to }: { from: readonly ItemStatus[]; to: ItemStatus } = transitions[action];
    return from.includes(status) ? null : { code: 'promotion.illegal_transition', action, from: status, to };
  };
