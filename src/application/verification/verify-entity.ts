import { getEntityForUpdate, type ItemOutcome } from '#application/review/steps/change-item.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertVerification, type VerifyInput, verifyItem } from './steps/verify-item.ts';

/** A reviewer says that a believed entity still holds. */
export const verifyEntity = defineUseCase<VerifyInput, ItemOutcome>(
  { mutation: 'verifyEntity', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    assertVerification(command.input, useCase.now);
    return verifyItem(useCase, await getEntityForUpdate(useCase, command.input.id), command.input);
  },
);
