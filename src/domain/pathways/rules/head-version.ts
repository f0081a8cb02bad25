import type { RevisionRule } from '#domain/pathways/pathway.ts';

/** Only a head may be revised: a chain never forks. */
export const headVersionRule: RevisionRule = ({ supersededAt }) =>
  supersededAt === null ? null : { code: 'conflict.stale_revision' };
