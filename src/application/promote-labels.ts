import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import type { Installation } from './installation.ts';
import { type LabelReviewOutcome, type MemoryLabelsInput, reviewLabels } from './label-memory.ts';

/** A reviewer finds suggestions right: they are authoritative from now on, beside those that were. */
export const promoteLabels = (
  installation: Installation,
  command: Command<MemoryLabelsInput>,
): Promise<CarriedOut<LabelReviewOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'promoteLabels', roles: ['reviewer'], as: 'steward' },
    (useCase) => reviewLabels(useCase, 'PROMOTED', command.input),
  );
