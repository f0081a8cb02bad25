/** Decisions that are not sent yet, by key; they outlive the page that they were made on. */
const delayed = new Map<string, () => Promise<void>>();

/** Decisions whose answer is awaited, by key. */
const sending = new Map<string, Promise<void>>();

const sendNow = (key: string): Promise<void> | undefined => {
  const send = delayed.get(key);
  if (send === undefined) return sending.get(key);
  delayed.delete(key);
  const answer = send().finally(() => sending.delete(key));
  sending.set(key, answer);
  return answer;
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
export const isOnItsWay = (key: string): boolean => delayed.has(key) || sending.has(key);

/** Forgets the decision: it is never sent. */
export const withdraw = (key: string): void => {
  delayed.delete(key);
};

/** Settles when all that has been sent is answered. */
export const answered = async (): Promise<void> => {
  await Promise.all(sending.values());
};

/** Sends all that is delayed; settles when all of it, and all that was sent before, is answered. */
export const sendDelayed = async (): Promise<void> => {
  for (const key of [...delayed.keys()]) void sendNow(key);
  await answered();
};

/** True while the browser leaves the page: what is sent has to outlive it, and to be on its way before anything is awaited. */
export let isLeaving = false;

const leavings = new Set<() => void>();

/** Calls back when the page is left, before it is gone; gives how to end that. */
export const onLeaving = (leave: () => void): (() => void) => {
  leavings.add(leave);
  return () => leavings.delete(leave);
};

addEventListener('pagehide', () => {
  isLeaving = true;
  for (const leave of leavings) leave();
  void sendDelayed();
});
addEventListener('pageshow', () => {
  isLeaving = false;
});
