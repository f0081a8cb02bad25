/** Milliseconds for which a process holds queued work, longer than any model may take; then another process takes it. */
export const lease = 15 * 60_000;

/** Attempts after which queued work is given up. */
export const mostAttempts = 5;

/** Milliseconds before the second attempt. */
const firstPause = 60_000;

export const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

/** The instant of the next attempt after a number of failures: a minute later, then four times as long each time. */
export const nextAttempt = (now: Date, attempts: number): Date =>
  later(now, firstPause * 4 ** (attempts - 1));
