import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two reads while the database is away. */
const outagePause = 1_000;

/**
 * Repeats a read until the database answers, since events that were taken from a stream would be lost. Null once `over` is aborted.
 * `isOutage` names the errors that are waited out; `noteFirst` receives the first of them. Throws any other error.
 */
export const readThroughOutages = async <Found>(
  read: () => Promise<Found>,
  isOutage: (error: unknown) => boolean,
  over: AbortSignal,
  noteFirst: (error: unknown) => void = () => undefined,
): Promise<Found | null> => {
  for (let isFirst = true; !over.aborted; isFirst = false)
    try {
      return await read();
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (isFirst) noteFirst(error);
      await sleep(outagePause, undefined, { ref: false, signal: over }).catch(() => undefined);
    }
  return null;
};
