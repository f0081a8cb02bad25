import type { ResolutionRule, Side } from '#domain/contradictions/resolution.ts';
import { isSamePerson } from '#domain/privacy/folded-name.ts';

/** A hand-written candidate is not merged by its author: a merged memory is believed at once. */
export const ownCandidateRule: ResolutionRule = ({ older, newer }, { action, actor, fourEyes }) => {
  const isOwn = ({ status, handAuthored, contributor }: Side) =>
    status === 'CANDIDATE' && handAuthored && isSamePerson(contributor, actor);
  return fourEyes && action === 'MERGE' && (isOwn(older) || isOwn(newer))
    ? { code: 'promotion.reviewer_is_contributor' }
    : null;
};
