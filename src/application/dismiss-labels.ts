import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import type { Installation } from './installation.ts';
import { type LabelReviewOutcome, type MemoryLabelsInput, reviewLabels } from './label-memory.ts';

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
