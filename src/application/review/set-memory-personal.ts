import { defineUseCase, notFound } from '#application/use-case.ts';
import { decideOnRevision } from '#domain/review/promotion.ts';
import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  refusedBy,
} from './steps/change-item.ts';
import { redistributeMemory } from './steps/redistribute-memory.ts';

export interface SetMemoryPersonalInput extends ItemDecisionInput {
  readonly isPersonal: boolean;
}

/**
 * Its contributor keeps a memory to themselves, or shares it again. For anybody else, an admin too, it is as if there
 * were none. A mandate does not outlive it: a personal memory is never mandatory.
 */
export const setMemoryPersonal = defineUseCase<SetMemoryPersonalInput, ItemOutcome>(
  { mutation: 'setMemoryPersonal', roles: 'anybody', as: 'viewer' },
  async (useCase, command) => {
    const { id, isPersonal, expectedRevision } = command.input;
    const memory = await getMemoryForUpdate(useCase, id);
    if (memory.contributor !== useCase.viewer.user) throw notFound();
    const refused = await refusedBy(
      useCase,
      memory,
      expectedRevision,
      decideOnRevision,
      'memory.personal_setting.refused',
    );
    if (refused) return refused;
    const { audience, mandatory } = memory;
    await redistributeMemory(
      useCase,
      memory,
      { isPersonal, audience, mandatory: mandatory && !isPersonal },
      'memory.personal_set',
    );
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
