import type { AppDependencies } from '#application/app-dependencies.ts';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';

/** Judges what is due for as long as the process serves. With nothing to do it asks the store every two seconds. */
export const startJudging = (dependencies: AppDependencies): BackgroundWork =>
  startBackgroundWork(
    (isOver) => judgeDueMemories(dependencies, isOver),
    { idlePause: 2_000 },
    'judging.failed',
    dependencies,
  );
