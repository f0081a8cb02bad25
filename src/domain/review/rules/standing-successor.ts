import type { SupersedingRule } from '#domain/review/types.ts';

/** Only what is believed, or is a candidate that is promoted in the same step, takes a memory's place. */
export const standingSuccessorRule: SupersedingRule = ({ kind, successor: { status } }) =>
  kind === 'entity' || status === 'ACTIVE' || status === 'CANDIDATE'
    ? null
    : { code: 'superseding.successor_not_standing', status };
