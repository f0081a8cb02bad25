import type { SupersedingRule } from '#domain/review/promotion.ts';

/** Nothing takes its own place. */
export const otherSuccessorRule: SupersedingRule = ({ successor }) =>
  successor.isTheItemItself ? { code: 'superseding.by_itself' } : null;
