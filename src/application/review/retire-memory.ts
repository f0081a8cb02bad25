import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { getMemoryForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { assertRetirementReason, type RetireInput, retireItem } from './steps/retire-item.ts';

/** A reviewer says that an active memory is believed no more. Undone by `restoreMemory`. */
export const retireMemory = (
  dependencies: AppDependencies,
  command: Command<RetireInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'retireMemory', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      assertRetirementReason(command.input);
      return retireItem(useCase, await getMemoryForUpdate(useCase, command.input.id), command.input);
    },
  );
