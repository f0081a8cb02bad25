import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, carryOut } from '#application/use-case.ts';
import { type LabelReviewOutcome, type MemoryLabelsInput, reviewLabels } from './steps/label-memory.ts';

/** A reviewer finds suggestions wrong: they are not made again for these words of the memory. */
export const dismissLabels = (
  installation: Installation,
  command: Command<MemoryLabelsInput>,
): Promise<CarriedOut<LabelReviewOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'dismissLabels', roles: ['reviewer'], as: 'viewer' },
    (useCase) => reviewLabels(useCase, 'DISMISSED', command.input),
  );
