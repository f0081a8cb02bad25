import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { getEntityForUpdate, type ItemDecisionInput, type ItemOutcome, lockItems } from './change-item.ts';
import type { Installation } from './installation.ts';
import { returnItem } from './review-item.ts';

/** The undo of promoting and of rejecting: the entity stands in the queue again. */
export const returnEntityToCandidate = (
  installation: Installation,
  command: Command<ItemDecisionInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'returnEntityToCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      await lockItems(useCase, [id]);
      return returnItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision);
    },
  );
