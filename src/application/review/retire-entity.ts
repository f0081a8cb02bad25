import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { getEntityForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { assertRetirementReason, type RetireInput, retireItem } from './steps/retire-item.ts';

/** A reviewer says that an active entity is believed no more. Undone by `restoreEntity`. */
export const retireEntity = (
  dependencies: AppDependencies,
  command: Command<RetireInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'retireEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      assertRetirementReason(command.input);
      return retireItem(useCase, await getEntityForUpdate(useCase, command.input.id), command.input);
    },
  );
