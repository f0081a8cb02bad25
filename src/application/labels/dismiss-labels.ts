import { defineUseCase } from '#application/use-case.ts';
import { type ItemLabelsInput, type LabelReviewOutcome, reviewLabels } from './steps/label-item.ts';

/** A reviewer finds suggestions wrong: they are not made again for these words of the item. */
export const dismissLabels = defineUseCase<ItemLabelsInput, LabelReviewOutcome>(
  { mutation: 'dismissLabels', roles: ['reviewer'], as: 'viewer' },
  (useCase, command) => reviewLabels(useCase, 'DISMISSED', command.input),
);
