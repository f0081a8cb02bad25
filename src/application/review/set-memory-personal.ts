import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, notFound, runUseCase, type UseCaseResult } from '#application/use-case.ts';
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
export const setMemoryPersonal = (
  dependencies: AppDependencies,
  command: Command<SetMemoryPersonalInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
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
