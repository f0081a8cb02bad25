import type { SupersedingRule } from '#domain/review/types.ts';

/** What takes an item's place is for everybody whom the item is for: else it would end for some who do not see what holds now. */
export const successorForAllRule: SupersedingRule = ({ successor: { isForFewer } }) =>
  isForFewer ? { code: 'superseding.successor_for_fewer' } : null;
