import type { RevisionRule } from '#domain/pathways/pathway.ts';

/** A revision stays in its pathway: task class, signal class and the prefix of its file may be written differently, not changed. */
export const samePathwayRule: RevisionRule = (trace, revised) =>
  revised.pathwayId === trace.pathwayId ? null : { code: 'trace.other_pathway' };
