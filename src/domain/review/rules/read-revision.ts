import { isSamePerson } from '#domain/privacy/folded-name.ts';
import type { PromotionRule } from '#domain/review/types.ts';

/** Words that somebody else gave a candidate since it was proposed are promoted by a reviewer who names the revision that they read. */
export const readRevisionRule: PromotionRule = ({ revision, rewordedBy }, { actor, expectedRevision }) =>
  expectedRevision === null && revision > 1 && rewordedBy.some((name) => !isSamePerson(name, actor.user))
    ? { code: 'promotion.reworded', actual: revision }
    : null;
