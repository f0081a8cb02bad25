import type { SupersedingRule } from '#domain/review/types.ts';

/** Nothing takes its own place. */
export const otherSuccessorRule: SupersedingRule = ({ successor }) =>
  successor.isTheItemItself ? { code: 'superseding.by_itself' } : null;
