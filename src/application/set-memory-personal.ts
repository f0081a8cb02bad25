import { decideOnRevision } from '#domain/promotion/promotion.ts';
import { type CarriedOut, type Command, carryOut, notFound } from './carry-out.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome, refusedBy } from './change-item.ts';
import type { Installation } from './installation.ts';
import { redistributeMemory } from './redistribute-memory.ts';

export interface SetMemoryPersonalInput extends ItemDecisionInput {
  readonly isPersonal: boolean;
}

/**
 * Its contributor keeps a memory to themselves, or shares it again. For anybody else, an admin too, it is as if there
 * were none. A mandate does not outlive it: a personal memory is never mandatory.
 */
export const setMemoryPersonal = (
  installation: Installation,
  command: Command<SetMemoryPersonalInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'setMemoryPersonal', roles: 'anybody', as: 'viewer' },
    async (useCase) => {
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
