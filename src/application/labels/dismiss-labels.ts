import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { type LabelReviewOutcome, type MemoryLabelsInput, reviewLabels } from './steps/label-memory.ts';

/** A reviewer finds suggestions wrong: they are not made again for these words of the memory. */
export const dismissLabels = (
  dependencies: AppDependencies,
  command: Command<MemoryLabelsInput>,
): Promise<UseCaseResult<LabelReviewOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'dismissLabels', roles: ['reviewer'], as: 'viewer' },
    (useCase) => reviewLabels(useCase, 'DISMISSED', command.input),
  );
