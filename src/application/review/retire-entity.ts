import { defineUseCase } from '#application/use-case.ts';
import { getEntityForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { assertRetirementReason, type RetireInput, retireItem } from './steps/retire-item.ts';

/** A reviewer says that an active entity is believed no more. Undone by `restoreEntity`. */
export const retireEntity = defineUseCase<RetireInput, ItemOutcome>(
  { mutation: 'retireEntity', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    assertRetirementReason(command.input);
    return retireItem(useCase, await getEntityForUpdate(useCase, command.input.id), command.input);
  },
);
