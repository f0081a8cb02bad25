/**
 * Milliseconds in which a signal that comes again is the same one: terminals and service managers send it to a whole group of processes,
 * and the one that started this process (`vouch.mjs`) passes it on.
 */
const echo = 1_000;

/** Calls `hear` at the first of these signals. One that comes after the echo of the first ends the process at once. */
export const onFirstSignal = (signals: readonly NodeJS.Signals[], hear: () => void): void => {
  let isHeard = false;
  const listener = () => {
    if (isHeard) return;
    isHeard = true;
    setTimeout(() => {
      for (const signal of signals) process.off(signal, listener);
    }, echo).unref();
    hear();
  };
  for (const signal of signals) process.on(signal, listener);
};
