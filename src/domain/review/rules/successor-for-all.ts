import type { SupersedingRule } from '#domain/review/types.ts';

/** A successor is for everybody whom the item is for: otherwise some people would lose the item without seeing what holds now. */
export const successorForAllRule: SupersedingRule = ({ successor: { isForFewer } }) =>
  isForFewer ? { code: 'superseding.successor_for_fewer' } : null;
