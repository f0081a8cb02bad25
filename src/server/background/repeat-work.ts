import { type FaultLog, noteFailures } from '#persistence/store/fault-log.ts';

/** A function that does the work and never rejects: a row of failures is two lines of the log. */
export const inTwoLines = (event: string, log: FaultLog, work: () => Promise<unknown>): (() => void) => {
  const notes = noteFailures(event, log);
  return () => void work().then(notes.succeeded, notes.failed);
};

/** Repeats work at an interval. A row of failures is two lines of the log. */
export const repeatWork = (
  interval: number,
  event: string,
  log: FaultLog,
  work: () => Promise<unknown>,
): NodeJS.Timeout => setInterval(inTwoLines(event, log, work), interval).unref();
