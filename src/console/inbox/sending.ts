import { notifications } from '@mantine/notifications';
import { type Decision, wordsOf } from './decision.ts';
import type { Failed } from './outcomes.ts';

export type Perform = typeof import('./perform.ts');

/** The part of the page that sends decisions, once it is here: a page that is being left waits for nothing. */
export let loadedPerform: Perform | null = null;
export const loadPerform = async (): Promise<Perform> => {
  loadedPerform ??= await import('./perform.ts');
  return loadedPerform;
};

/** The part of the page that sends decisions did not arrive, and a browser does not ask for it twice. */
export const notLoaded: Failed = {
  state: 'unsent',
  message: 'A part of the page did not arrive. Load the page anew, and send the decision again.',
};

/** Why some entries were not decided, and how many; null: all were. */
export const problemIn = ({ action }: Decision, failures: readonly (Failed | null)[]): string | null => {
  const first = failures.find((one) => one !== null);
  if (first === undefined) return null;
  if (failures.length === 1) return first.message;
  const countOf = (state: Failed['state'] | undefined) =>
    failures.filter((failure) => failure?.state === state).length;
  const [done, refused, unsent] = [countOf(undefined), countOf('refused'), countOf('unsent')];
  return `${wordsOf[action].done} ${done} of ${failures.length} items; ${refused} refused, ${unsent} not sent. ${first.message}`;
};

let lastNotice = '';
/** Shows what became of the last decision in the place of what became of the one before; failures stay beside it. */
export const notify = (message: string, color = 'teal') => {
  if (color === 'red') notifications.show({ message, color });
  else {
    notifications.hide(lastNotice);
    lastNotice = notifications.show({ message, color });
  }
};
