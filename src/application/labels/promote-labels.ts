import { defineUseCase } from '#application/use-case.ts';
import { type ItemLabelsInput, type LabelReviewOutcome, reviewLabels } from './steps/label-item.ts';

/** A reviewer finds suggestions right: they are authoritative from now on, beside those that were. */
export const promoteLabels = defineUseCase<ItemLabelsInput, LabelReviewOutcome>(
  { mutation: 'promoteLabels', roles: ['reviewer'], as: 'system' },
  (useCase, command) => reviewLabels(useCase, 'PROMOTED', command.input),
);
