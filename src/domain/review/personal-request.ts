import { isSamePerson } from '#domain/privacy/folded-name.ts';
import { shownToAll } from '#domain/privacy/rules/visible-status.ts';
import { hasRole } from '#domain/privacy/viewer.ts';
import { refusalBy } from './refusal-by.ts';
import { currentRevisionRule } from './rules/current-revision.ts';
import type { DecisionInput, ItemFacts, Refusal } from './types.ts';

/** Facts about a memory that its contributor keeps to themselves, or would like to. */
export interface PersonalFacts extends ItemFacts {
  readonly mandatory: boolean;
  /** Its contributor has asked reviewers to make it personal. */
  readonly isRequested: boolean;
}

/**
 * `set`: it is personal or shared from now on. `requested`: reviewers decide about it. `declined`: it stays shared, and no
 * request is open. `hidden`: not the actor's to decide, as if there were no memory.
 */
export type PersonalDecision = Refusal | { readonly outcome: 'set' | 'requested' | 'declined' | 'hidden' };

/**
 * Decides whether the actor may make this memory personal, or share it again. A memory that was never believed is its contributor's own.
 * Once believed, it becomes personal by another reviewer, at its contributor's request; under a mandate by an admin.
 */
export const decidePersonal = (
  facts: PersonalFacts,
  { isPersonal }: { readonly isPersonal: boolean },
  decisionInput: DecisionInput,
): PersonalDecision => {
  const { actor, fourEyes } = decisionInput;
  const isContributor = facts.contributor === actor.user;
  const decides =
    facts.isRequested && hasRole(actor, 'reviewer') && !isSamePerson(facts.contributor, actor.user);
  if (!isContributor && !decides) return { outcome: 'hidden' };
  const refusal = refusalBy([currentRevisionRule], facts, decisionInput);
  if (refusal) return refusal;
  if (!isPersonal) return { outcome: facts.isRequested ? 'declined' : 'set' };
  if (isContributor)
    return {
      outcome:
        shownToAll.includes(facts.status) && !facts.isPersonal && fourEyes !== 'off' ? 'requested' : 'set',
    };
  return facts.mandatory && !hasRole(actor, 'admin')
    ? { outcome: 'refused', violation: { code: 'personal.mandated' } }
    : { outcome: 'set' };
};
