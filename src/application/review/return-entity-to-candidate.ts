import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, carryOut } from '#application/use-case.ts';
import {
  getEntityForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './steps/change-item.ts';
import { returnItem } from './steps/review-item.ts';

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
