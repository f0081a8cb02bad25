import { setImmediate } from 'node:timers/promises';
import type { Sliced } from '#domain/slices.ts';

/** Milliseconds that work goes on at a stretch. */
const stretch = 8;

/** Does work in slices, and lets waiting requests be served every few milliseconds. */
export const inSlices = async <Result>(work: Sliced<Result>): Promise<Result> => {
  let rested = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() - rested < stretch) continue;
    await setImmediate();
    rested = performance.now();
  }
};
