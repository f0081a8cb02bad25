import type { AppDependencies } from '#application/app-dependencies.ts';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';

export interface BackgroundJudging {
  /** Lets the memory that is being judged be done with, for a while; what is left is due again. */
  stop(): Promise<void>;
}

/** With nothing due, and after a fault. */
const idlePause = 2_000;
const faultPause = 30_000;
const longestFarewell = 10_000;

/** Judges what is due for as long as the process serves. With nothing to do it asks the store every two seconds. */
export const startJudging = (dependencies: AppDependencies): BackgroundJudging => {
  let over = false;
  let wake: () => void = () => undefined;
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const work = async (): Promise<void> => {
    while (!over) {
      const rest = await judgeDueMemories(dependencies, () => over).then(
        (due) => (due > 0 ? 0 : idlePause),
        (error) => {
          dependencies.logFault('judging.failed', error);
          return faultPause;
        },
      );
      if (rest > 0 && !over) await pause(rest);
    }
  };
  const working = work();
  return {
    stop: async () => {
      over = true;
      wake();
      await Promise.race([working, pause(longestFarewell)]);
      wake();
    },
  };
};
