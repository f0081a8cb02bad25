import { useCallback, useState } from 'react';
import { useSubscription } from 'urql';
import { QueuedSubscription } from './operations.ts';

/** How many candidates came into the queue since it was read: the list does not jump, it says so. */
export const useNewcomers = () => {
  const [count, setCount] = useState(0);
  useSubscription({ query: QueuedSubscription, variables: { after: null } }, (_, event) => {
    if (event.candidateQueued !== null) setCount((before) => before + 1);
    return event;
  });
  return { count, clear: useCallback(() => setCount(0), []) };
};
