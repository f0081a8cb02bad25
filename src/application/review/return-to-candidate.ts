import { defineUseCase } from '#application/use-case.ts';
import { getItemWith, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { returnFromPlace } from './steps/review-item.ts';

/** The undo of promoting and of rejecting: the item stands in the queue again. */
export const returnToCandidate = defineUseCase<ItemDecisionInput, ItemOutcome>(
  { mutation: 'returnToCandidate', roles: ['reviewer'], as: 'system' },
  async (useCase, command) => {
    const { id, expectedRevision } = command.input;
    return returnFromPlace(useCase, await getItemWith(useCase, id, 'displaced'), expectedRevision);
  },
);
