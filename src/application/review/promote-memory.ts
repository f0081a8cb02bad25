import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { promoteItem } from './steps/review-item.ts';

/** A reviewer vouches for a candidate memory: it becomes active. */
export const promoteMemory = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'promoteMemory', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      return promoteItem(useCase, await getMemoryForUpdate(useCase, id), expectedRevision);
    },
  );
