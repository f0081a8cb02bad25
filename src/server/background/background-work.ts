import { type FaultLog, noteFailures } from '#persistence/store/fault-log.ts';

export interface BackgroundWork {
  /** Lets the step that is under way end, for a while; what is left is due again. */
  stop(): Promise<void>;
}

/** A step of background work; `isOver` is asked within it. Returns how much was due. */
export type BackgroundStep = (isOver: () => boolean) => Promise<number>;

const faultPause = 30_000;
const longestFarewell = 10_000;

/** Milliseconds between two steps. */
export interface Pauses {
  /** After a step that found something due: 0 unless what becomes due meanwhile costs less together. */
  readonly busyPause?: number;
  /** After a step that found nothing to do. */
  readonly idlePause: number;
}

/** Repeats a step for as long as the process serves; a row of failures is two lines of the log, named `event`. */
export const startBackgroundWork = (
  step: BackgroundStep,
  { busyPause = 0, idlePause }: Pauses,
  event: string,
  log: FaultLog,
): BackgroundWork => {
  const notes = noteFailures(event, log);
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
      const rest = await step(() => over).then(
        (due) => {
          notes.succeeded();
          return due > 0 ? busyPause : idlePause;
        },
        (error) => {
          notes.failed(error);
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
