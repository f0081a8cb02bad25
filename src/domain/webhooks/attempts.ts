const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Milliseconds between an attempt that failed and the next; after the last of them the delivery is dead. */
export const retryPauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Longest pause that a receiver may ask for by `Retry-After`. */
const longestPause = 24 * hour;

/**
 * Decides when a delivery is tried again after so many failed attempts; null when it is dead. A receiver that asks for
 * a longer pause gets it.
 */
export const decideNextAttempt = (attempts: number, now: Date, askedPause: number | null): Date | null => {
  const pause = retryPauses[attempts - 1];
  return pause === undefined
    ? null
    : new Date(now.getTime() + Math.min(Math.max(pause, askedPause ?? 0), longestPause));
};
