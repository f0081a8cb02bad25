import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { type ItemLabelsInput, type LabelReviewOutcome, reviewLabels } from './steps/label-item.ts';

/** A reviewer finds suggestions wrong: they are not made again for these words of the item. */
export const dismissLabels = (
  dependencies: AppDependencies,
  command: Command<ItemLabelsInput>,
): Promise<UseCaseResult<LabelReviewOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'dismissLabels', roles: ['reviewer'], as: 'viewer' },
    (useCase) => reviewLabels(useCase, 'DISMISSED', command.input),
  );
