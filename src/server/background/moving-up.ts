import type { AppDependencies } from '#application/app-dependencies.ts';
import { moveUpDueStatements } from '#application/ingestion/move-up-due-statements.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';

/**
 * Milliseconds between two rounds. A promotion makes room for one statement, and a round costs nearly the same for one as for all
 * that have room.
 */
const pause = 5_000;

/** Proposes statements that wait, as reviewers make room, for as long as the process serves. */
export const startMovingUp = (dependencies: AppDependencies): BackgroundWork =>
  startBackgroundWork(
    (isOver) => moveUpDueStatements(dependencies, isOver),
    { busyPause: pause, idlePause: pause },
    'moving_up.failed',
    dependencies,
  );
