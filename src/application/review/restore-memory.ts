import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import type { ItemDecisionInput, ItemOutcome } from './steps/change-item.ts';
import { restoreItem } from './steps/restore-item.ts';

/** The undo of superseding and of retiring: the memory is active again. */
export const restoreMemory = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'restoreMemory', roles: ['reviewer'], as: 'viewer' },
    (useCase) => restoreItem(useCase, 'memory', command.input),
  );
