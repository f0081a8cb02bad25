import type { ReopeningRule } from '#domain/contradictions/resolution.ts';

/** Only what was resolved is opened again. */
export const resolvedRule: ReopeningRule = ({ status }) =>
  status === 'RESOLVED' ? null : { code: 'contradiction.not_resolved' };
