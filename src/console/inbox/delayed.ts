/** Decisions that are not sent yet, by key; they outlive the page that they were made on. */
const delayed = new Map<string, () => Promise<void>>();

const sendNow = (key: string): Promise<void> | undefined => {
  const send = delayed.get(key);
  delayed.delete(key);
  return send?.();
};

/**
 * Sends a decision when the moment has come, or before, when its page is left; withdrawn, it is never sent. Settles when
 * it is answered.
 */
export const sendAt = async (
  key: string,
  moment: Promise<void>,
  send: () => Promise<void>,
): Promise<void> => {
  delayed.set(key, send);
  await moment;
  await sendNow(key);
};

export const isDelayed = (key: string): boolean => delayed.has(key);

/** Forgets the decision: it is never sent. */
export const withdraw = (key: string): void => {
  delayed.delete(key);
};

/** Sends all that is delayed; settles when all of it is answered. */
export const sendDelayed = async (): Promise<void> => {
  await Promise.all([...delayed.keys()].map(sendNow));
};

/** True while the browser leaves the page: what is sent has to outlive it, and to be on its way before anything is awaited. */
export let isLeaving = false;

addEventListener('pagehide', () => {
  isLeaving = true;
  void sendDelayed();
});
addEventListener('pageshow', () => {
  isLeaving = false;
});
