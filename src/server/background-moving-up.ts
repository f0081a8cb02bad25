import type { AppDependencies } from '#application/app-dependencies.ts';
import { moveUpDueStatements } from '#application/ingestion/move-up-due-statements.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';

/** Proposes statements that wait, as reviewers make room, for as long as the process serves. */
export const startMovingUp = (dependencies: AppDependencies): BackgroundWork =>
  startBackgroundWork((isOver) => moveUpDueStatements(dependencies, isOver), {
    idlePause: 5_000,
    onFault: (error) => dependencies.logFault('moving_up.failed', error),
  });
