/** Milliseconds for which queued work is taken, longer than any model may take: who dies meanwhile has it taken from them. */
export const lease = 15 * 60_000;

/** Attempts after which queued work is given up. */
export const mostAttempts = 5;

/** Milliseconds before the second attempt. */
const firstPause = 60_000;

export const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

/** The instant of the next attempt after so many that failed: a minute later, then four times as long each time. */
export const nextAttempt = (now: Date, attempts: number): Date =>
  later(now, firstPause * 4 ** (attempts - 1));
