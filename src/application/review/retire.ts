import { defineUseCase } from '#application/use-case.ts';
import { getItemForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { assertRetirementReason, type RetireInput, retireItem } from './steps/retire-item.ts';

/** A reviewer says that an active item is believed no more. Undone by `restore`. */
export const retire = defineUseCase<RetireInput, ItemOutcome>(
  { mutation: 'retire', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    assertRetirementReason(command.input);
    return retireItem(useCase, await getItemForUpdate(useCase, command.input.id), command.input);
  },
);
