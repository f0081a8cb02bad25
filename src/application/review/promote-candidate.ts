import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { getCandidateForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { promoteItem } from './steps/review-item.ts';

/** A reviewer vouches for a candidate memory or entity: it becomes active. */
export const promoteCandidate = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'promoteCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      return promoteItem(useCase, await getCandidateForUpdate(useCase, id), expectedRevision);
    },
  );
