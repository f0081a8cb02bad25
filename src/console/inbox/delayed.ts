/** A decision that is sent a moment later, so that it can be taken back before: the API has no way back from it. */
interface Delayed {
  readonly timer: ReturnType<typeof setTimeout>;
  send(): Promise<void>;
}

const delay = 8_000;
/** By the key of the decision; they outlive the page that they were made on. */
const delayed = new Map<string, Delayed>();

const sendNow = (key: string): Promise<void> | undefined => {
  const one = delayed.get(key);
  withdraw(key);
  return one?.send();
};

export const delaySending = (key: string, send: () => Promise<void>): void => {
  delayed.set(key, { timer: setTimeout(() => void sendNow(key), delay), send });
};

export const isDelayed = (key: string): boolean => delayed.has(key);

/** Forgets the decision: it is never sent. */
export const withdraw = (key: string): void => {
  clearTimeout(delayed.get(key)?.timer);
  delayed.delete(key);
};

/** Sends all that is delayed; settles when all of it is answered. */
export const sendDelayed = async (): Promise<void> => {
  await Promise.all([...delayed.keys()].map(sendNow));
};

/** True while the browser leaves the page: what is sent then has to outlive it. */
export let isLeaving = false;

addEventListener('pagehide', () => {
  isLeaving = true;
  void sendDelayed();
});
addEventListener('pageshow', () => {
  isLeaving = false;
});
