import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { type ItemLabelsInput, type LabelReviewOutcome, reviewLabels } from './steps/label-item.ts';

/** A reviewer finds suggestions right: they are authoritative from now on, beside those that were. */
export const promoteLabels = (
  dependencies: AppDependencies,
  command: Command<ItemLabelsInput>,
): Promise<UseCaseResult<LabelReviewOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'promoteLabels', roles: ['reviewer'], as: 'system' },
    (useCase) => reviewLabels(useCase, 'PROMOTED', command.input),
  );
