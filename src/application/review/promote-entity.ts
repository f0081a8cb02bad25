import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, carryOut } from '#application/use-case.ts';
import {
  getEntityForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './steps/change-item.ts';
import { promoteItem } from './steps/review-item.ts';

/** A reviewer vouches for a candidate entity: it becomes active. */
export const promoteEntity = (
  installation: Installation,
  command: Command<ItemDecisionInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'promoteEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      await lockItems(useCase, [id]);
      return promoteItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision);
    },
  );
