import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './change-item.ts';
import type { Installation } from './installation.ts';
import { promoteItem } from './review-item.ts';

/** A reviewer vouches for a candidate memory: it becomes active. */
export const promoteMemory = (
  installation: Installation,
  command: Command<ItemDecisionInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'promoteMemory', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      return promoteItem(useCase, await getMemoryForUpdate(useCase, id), expectedRevision);
    },
  );
