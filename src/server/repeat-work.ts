import type { Logger } from './http/logger.ts';

/**
 * Repeats work at an interval. A row of failures is two lines of the log: one at the first of them, and `….over` when the work
 * succeeds again.
 */
export const repeatWork = (
  interval: number,
  event: string,
  logger: Pick<Logger, 'info' | 'warn'>,
  work: () => Promise<void>,
): NodeJS.Timeout => {
  let isFailing = false;
  const repeat = async (): Promise<void> => {
    try {
      await work();
      if (isFailing) logger.info({ event: `${event}.over` });
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ event, err: error });
      isFailing = true;
    }
  };
  return setInterval(() => void repeat(), interval).unref();
};
