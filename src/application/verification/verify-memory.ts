import type { AppDependencies } from '#application/app-dependencies.ts';
import { getMemoryForUpdate, type ItemOutcome } from '#application/review/steps/change-item.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { assertVerification, type VerifyInput, verifyItem } from './steps/verify-item.ts';

/** A reviewer says that a believed memory still holds. */
export const verifyMemory = (
  dependencies: AppDependencies,
  command: Command<VerifyInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'verifyMemory', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      assertVerification(command.input, useCase.now);
      return verifyItem(useCase, await getMemoryForUpdate(useCase, command.input.id), command.input);
    },
  );
