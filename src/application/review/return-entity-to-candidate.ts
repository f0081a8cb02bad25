import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import {
  getEntityForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './steps/change-item.ts';
import { returnItem } from './steps/review-item.ts';

/** The undo of promoting and of rejecting: the entity stands in the queue again. */
export const returnEntityToCandidate = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'returnEntityToCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      await lockItems(useCase, [id]);
      return returnItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision);
    },
  );
