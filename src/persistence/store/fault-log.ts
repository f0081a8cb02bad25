import { outageOf } from './database-errors.ts';

/** Receives faults of work that answers nobody. */
export interface FaultLog {
  /** A fault that cost no answer: an event's name and the error, no text. */
  readonly logFault: (event: string, error: unknown) => void;
  /** The end of a row of faults of this event. */
  readonly logRecovery: (event: string) => void;
}

/** Notes how repeated work went. A row of failures is two lines of the log: its first, and `….over` at the next success. */
export interface FailureNotes {
  readonly failed: (error: unknown) => void;
  readonly succeeded: () => void;
}

export const noteFailures = (event: string, { logFault, logRecovery }: FaultLog): FailureNotes => {
  let isFailing = false;
  return {
    failed: (error) => {
      if (!isFailing) logFault(event, error);
      isFailing = true;
    },
    succeeded: () => {
      if (isFailing) logRecovery(event);
      isFailing = false;
    },
  };
};

/**
 * Logs a fault of one piece of work, so that the next one follows. Throws an outage of the database: it would meet all of them, and
 * the loop that does them notes it once.
 */
export const notedUnlessAway =
  ({ logFault }: FaultLog, event: string) =>
  (error: unknown): void => {
    if (outageOf(error) !== null) throw error;
    logFault(event, error);
  };

/** Logs a fault of one of many that work beside each other. An outage of the database meets all of them: `outages` notes it once. */
export const notedBeside =
  ({ logFault }: FaultLog, event: string, outages: FailureNotes) =>
  (error: unknown): void => {
    if (outageOf(error) === null) logFault(event, error);
    else outages.failed(error);
  };
