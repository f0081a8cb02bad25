/** True in `npm run test:long`, which runs properties and sizes in full. */
export const isLong = process.env.TEST_LONG === 'on';

/** How often a property is tried: at most 100 times, fewer where once takes long, and in full in the long run. */
export const propertyRuns = (full: number, most = 100): number => (isLong ? full : Math.min(full, most));

/** A size or a step count: a tenth of it, and all of it in the long run. */
export const testSize = (full: number): number => (isLong ? full : Math.ceil(full / 10));

/** Every n-th of a long row of cases, beginning with the `first`-th, and all of them in the long run. */
export const sampleOf = <T>(cases: readonly T[], nth: number, first = 0): readonly T[] =>
  isLong ? cases : cases.filter((_, at) => at % nth === first % nth);

/** Milliseconds of CPU that this process spends on `work`. What other processes do meanwhile does not count. */
export const cpuMilliseconds = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
