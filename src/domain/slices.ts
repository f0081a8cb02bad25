/** Work in slices of a few milliseconds each: between them something else may be done. */
export type Sliced<Result> = Generator<undefined, Result>;

/** All slices, one after another. */
export const atOnce = <Result>(work: Sliced<Result>): Result => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};
