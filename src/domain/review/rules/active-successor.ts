import type { SupersedingRule } from '#domain/review/types.ts';

/** Only an active entity takes an entity's place. */
export const activeSuccessorRule: SupersedingRule = ({ kind, successor: { status } }) =>
  kind === 'memory' || status === 'ACTIVE' ? null : { code: 'superseding.successor_not_active', status };
