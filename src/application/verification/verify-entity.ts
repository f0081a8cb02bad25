import type { AppDependencies } from '#application/app-dependencies.ts';
import { getEntityForUpdate, type ItemOutcome } from '#application/review/steps/change-item.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { assertVerification, type VerifyInput, verifyItem } from './steps/verify-item.ts';

/** A reviewer says that a believed entity still holds. */
export const verifyEntity = (
  dependencies: AppDependencies,
  command: Command<VerifyInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'verifyEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      assertVerification(command.input, useCase.now);
      return verifyItem(useCase, await getEntityForUpdate(useCase, command.input.id), command.input);
    },
  );
