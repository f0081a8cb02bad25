import { setImmediate } from 'node:timers/promises';

/** To be awaited after each piece of long work. */
export type Pause = () => Promise<void>;

/** Pieces that are worked off at a stretch; each takes a few milliseconds at most. */
const stretch = 8;

/** Lets waiting requests be served after every few pieces of work: a megabyte of text is read in seconds, and nobody waits that long. */
export const createPause = (): Pause => {
  let done = 0;
  return async () => {
    done += 1;
    if (done % stretch === 0) await setImmediate();
  };
};
