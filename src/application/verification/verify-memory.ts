import { getMemoryForUpdate, type ItemOutcome } from '#application/review/steps/change-item.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertVerification, type VerifyInput, verifyItem } from './steps/verify-item.ts';

/** A reviewer says that a believed memory still holds. */
export const verifyMemory = defineUseCase<VerifyInput, ItemOutcome>(
  { mutation: 'verifyMemory', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    assertVerification(command.input, useCase.now);
    return verifyItem(useCase, await getMemoryForUpdate(useCase, command.input.id), command.input);
  },
);
