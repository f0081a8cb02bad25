import { defineUseCase, notFound } from '#application/use-case.ts';
import { decidePersonal, type PersonalDecision } from '#domain/review/personal-request.ts';
import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  saveItem,
} from './steps/change-item.ts';
import { redistributeMemory } from './steps/redistribute-memory.ts';

export interface SetMemoryPersonalInput extends ItemDecisionInput {
  readonly isPersonal: boolean;
}

/**
 * Its contributor keeps a memory to themselves, or shares it again. What is believed stays shared until another reviewer
 * grants their request, under a mandate an admin. For anybody else it is as if there were none. A mandate does not outlive
 * it: a personal memory is never mandatory. Written as the system: the reviewer who grants a request sees the memory no more.
 */
export const setMemoryPersonal = defineUseCase<SetMemoryPersonalInput, ItemOutcome>(
  { mutation: 'setMemoryPersonal', roles: 'anybody', as: 'system' },
  async (useCase, command) => {
    const { id, isPersonal, expectedRevision } = command.input;
    const { item: memory, refusedBy } = await getMemoryForUpdate(useCase, id);
    const { audience, mandatory, personalRequestedAt = null } = memory;
    let decision: PersonalDecision = { outcome: 'hidden' };
    const refused = await refusedBy(
      expectedRevision,
      (facts, decisionInput) => {
        decision = decidePersonal(
          { ...facts, mandatory, isRequested: personalRequestedAt !== null },
          { isPersonal },
          decisionInput,
        );
        return decision.outcome === 'refused' ? decision : { outcome: 'applied' };
      },
      'memory.personal_setting.refused',
    );
    const { outcome } = decision as PersonalDecision;
    if (outcome === 'hidden') throw notFound();
    if (refused) return refused;
    const requestedAt = outcome === 'requested' ? (personalRequestedAt ?? useCase.now) : null;
    if (requestedAt !== personalRequestedAt) {
      const before = { ...memory };
      memory.personalRequestedAt = requestedAt;
      saveItem(useCase, before, memory);
      if (outcome !== 'set')
        useCase.record([
          {
            action: outcome === 'requested' ? 'memory.personal_requested' : 'memory.personal_declined',
            targetType: 'Memory',
            targetId: id,
            before: { personalRequestedAt },
            after: { personalRequestedAt: requestedAt },
          },
        ]);
    }
    if (outcome === 'set')
      await redistributeMemory(
        useCase,
        memory,
        { isPersonal, audience, mandatory: mandatory && !isPersonal },
        'memory.personal_set',
      );
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
