import type { ResolutionRule } from '#domain/contradictions/resolution.ts';

/** A contradiction is resolved once: of two reviewers at once, the second is refused. */
export const openRule: ResolutionRule = ({ status }) =>
  status === 'OPEN' ? null : { code: 'conflict.already_resolved' };
