import { setImmediate } from 'node:timers/promises';

/** To be awaited after each piece of long work. */
export type Pause = () => Promise<void>;

/** Milliseconds that work goes on at a stretch. */
const stretch = 8;

/** Lets waiting requests be served every few milliseconds of work: a megabyte of text is read in seconds, and nobody waits that long. */
export const createPause = (): Pause => {
  let rested = performance.now();
  return async () => {
    if (performance.now() - rested < stretch) return;
    await setImmediate();
    rested = performance.now();
  };
};
