import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, carryOut } from '#application/use-case.ts';
import { type LabelReviewOutcome, type MemoryLabelsInput, reviewLabels } from './steps/label-memory.ts';

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
