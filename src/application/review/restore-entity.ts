import { defineUseCase } from '#application/use-case.ts';
import type { ItemDecisionInput, ItemOutcome } from './steps/change-item.ts';
import { restoreItem } from './steps/restore-item.ts';

/** The undo of superseding and of retiring: the entity is active again. */
export const restoreEntity = defineUseCase<ItemDecisionInput, ItemOutcome>(
  { mutation: 'restoreEntity', roles: ['reviewer'], as: 'viewer' },
  (useCase, command) => restoreItem(useCase, 'entity', command.input),
);
