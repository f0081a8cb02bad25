import { defineUseCase } from '#application/use-case.ts';
import { getItemWith, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { promoteInPlace } from './steps/review-item.ts';

/** A reviewer vouches for a candidate: it becomes active. */
export const promoteCandidate = defineUseCase<ItemDecisionInput, ItemOutcome>(
  { mutation: 'promoteCandidate', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, expectedRevision } = command.input;
    return promoteInPlace(useCase, await getItemWith(useCase, id, 'replaced'), expectedRevision);
  },
);
