import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, carryOut } from '#application/use-case.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { returnItem } from './steps/review-item.ts';

/** The undo of promoting and of rejecting: the memory stands in the queue again. */
export const returnMemoryToCandidate = (
  installation: Installation,
  command: Command<ItemDecisionInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'returnMemoryToCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      return returnItem(useCase, await getMemoryForUpdate(useCase, id), expectedRevision);
    },
  );
