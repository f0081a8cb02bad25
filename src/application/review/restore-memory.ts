import { defineUseCase } from '#application/use-case.ts';
import type { ItemDecisionInput, ItemOutcome } from './steps/change-item.ts';
import { restoreItem } from './steps/restore-item.ts';

/** The undo of superseding and of retiring: the memory is active again. */
export const restoreMemory = defineUseCase<ItemDecisionInput, ItemOutcome>(
  { mutation: 'restoreMemory', roles: ['reviewer'], as: 'viewer' },
  (useCase, command) => restoreItem(useCase, 'memory', command.input),
);
