import type { ResolutionRule, Side } from '#domain/contradictions/resolution.ts';

/** Who wrote a candidate by hand does not merge it: what is merged is believed at once. */
export const ownCandidateRule: ResolutionRule = ({ older, newer }, { action, actor, fourEyes }) => {
  const isOwn = ({ status, handAuthored, contributor }: Side) =>
    status === 'CANDIDATE' && handAuthored && contributor === actor;
  return fourEyes && action === 'MERGE' && (isOwn(older) || isOwn(newer))
    ? { code: 'promotion.reviewer_is_contributor' }
    : null;
};
