import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { getCandidateForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { returnItem } from './steps/review-item.ts';

/** The undo of promoting and of rejecting, for a memory or an entity: it stands in the queue again. */
export const returnToCandidate = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'returnToCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      return returnItem(useCase, await getCandidateForUpdate(useCase, id), expectedRevision);
    },
  );
