import { useCallback, useState } from 'react';
import { useClient, useSubscription } from 'urql';
import { type CandidateRow, InboxSubscription, RowQuery } from './operations.ts';

/** An entry of the inbox is named by its reason and its subject. */
const entry = /^inb_CANDIDATE\.(.+)$/;

/**
 * Follows the queue. What others decide is shown in its row; what comes in is counted, so that the list does not jump.
 */
export const useNewcomers = (items: readonly CandidateRow[]) => {
  const client = useClient();
  const [newcomers, setNewcomers] = useState<ReadonlySet<string>>(new Set());
  useSubscription({ query: InboxSubscription, variables: { after: null } }, (_, event) => {
    const change = event.inboxChanged;
    if (change === null) return event;
    const id = entry.exec(change.__typename === 'InboxItemLeft' ? change.itemId : change.item.id)?.[1];
    if (id === undefined) return event;
    if (items.some((item) => item.id === id))
      void client.query(RowQuery, { id }, { requestPolicy: 'network-only' }).toPromise();
    else
      setNewcomers((before) => {
        const now = new Set(before);
        if (change.__typename === 'InboxItemLeft') now.delete(id);
        else now.add(id);
        return now;
      });
    return event;
  });
  return { count: newcomers.size, clear: useCallback(() => setNewcomers(new Set()), []) };
};
