import { defineUseCase } from '#application/use-case.ts';
import { getItemWith, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { returnFromPlace } from './steps/review-item.ts';

/** The undo of promoting and of rejecting: the memory stands in the queue again. */
export const returnMemoryToCandidate = defineUseCase<ItemDecisionInput, ItemOutcome>(
  { mutation: 'returnMemoryToCandidate', roles: ['reviewer'], as: 'system' },
  async (useCase, command) => {
    const { id, expectedRevision } = command.input;
    return returnFromPlace(useCase, await getItemWith(useCase, 'memory', id, 'displaced'), expectedRevision);
  },
);
