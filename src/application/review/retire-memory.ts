import { defineUseCase } from '#application/use-case.ts';
import { getMemoryForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { assertRetirementReason, type RetireInput, retireItem } from './steps/retire-item.ts';

/** A reviewer says that an active memory is believed no more. Undone by `restoreMemory`. */
export const retireMemory = defineUseCase<RetireInput, ItemOutcome>(
  { mutation: 'retireMemory', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    assertRetirementReason(command.input);
    return retireItem(useCase, await getMemoryForUpdate(useCase, command.input.id), command.input);
  },
);
