import type { SupersedingRule } from '#domain/review/types.ts';

/** Only what is active takes another's place. */
export const activeSuccessorRule: SupersedingRule = ({ successor: { status } }) =>
  status === 'ACTIVE' ? null : { code: 'superseding.successor_not_active', status };
