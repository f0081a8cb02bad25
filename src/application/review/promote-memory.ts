import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, carryOut } from '#application/use-case.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { promoteItem } from './steps/review-item.ts';

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
