import type { AppDependencies } from '#application/app-dependencies.ts';
import { resumeWaves } from '#application/ingestion/resume-waves.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';

/** Milliseconds between two looks for waves that were left unread: they have waited for an hour. */
const pause = 60_000;

/** Reads waves that were stored and left unread, for as long as the process serves. */
export const startResuming = (dependencies: AppDependencies): BackgroundWork =>
  startBackgroundWork(
    (isOver) => resumeWaves(dependencies, isOver),
    { idlePause: pause },
    'resuming.failed',
    dependencies,
  );
