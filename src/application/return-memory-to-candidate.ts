import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './change-item.ts';
import type { Installation } from './installation.ts';
import { returnItem } from './review-item.ts';

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
