import type { ResolutionRule } from '#domain/contradictions/resolution.ts';

/** A contradiction is resolved once: of two reviewers at once, one is told of the other. */
export const openRule: ResolutionRule = ({ status }) =>
  status === 'OPEN' ? null : { code: 'conflict.already_resolved' };
