import type { SupersedingRule } from '#domain/review/types.ts';

/** Only what is believed, or proposed and promoted in the same step, takes a memory's place. */
export const standingSuccessorRule: SupersedingRule = ({ successor: { status } }) =>
  status === 'ACTIVE' || status === 'CANDIDATE'
    ? null
    : { code: 'superseding.successor_not_standing', status };
