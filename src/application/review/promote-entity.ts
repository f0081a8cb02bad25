import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import {
  getEntityForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './steps/change-item.ts';
import { promoteItem } from './steps/review-item.ts';

/** A reviewer vouches for a candidate entity: it becomes active. */
export const promoteEntity = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'promoteEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      await lockItems(useCase, [id]);
      return promoteItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision);
    },
  );
