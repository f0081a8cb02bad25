import { useDocumentVisibility } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useSubscription } from 'urql';
import { type Entry, InboxSubscription, type Reason, SubjectQuery } from './operations.ts';

/**
 * Follows the inbox. What others decide is shown in its row, and who claims it; what comes in is counted, so that the list
 * does not jump.
 */
export const useLiveInbox = (entries: readonly Entry[], reason: Reason | undefined) => {
  const client = useClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [newcomers, setNewcomers] = useState<ReadonlySet<string>>(new Set());
  const [changes, setChanges] = useState(0);
  const isShown = useDocumentVisibility() === 'visible';
  const last = useRef<string | null>(null);
  const [after, setAfter] = useState<string | null>(null);
  useEffect(() => {
    if (!isShown) setAfter(last.current);
  }, [isShown]);
  // A browser has six connections to a gateway: a tab that is not shown keeps none, and goes on where it was.
  useSubscription({ query: InboxSubscription, variables: { after }, pause: !isShown }, (_, event) => {
    const change = event.inboxChanged;
    if (change === null) return event;
    last.current = change.cursor;
    const hasLeft = change.__typename === 'InboxItemLeft';
    const id = hasLeft ? change.itemId : change.item.id;
    const known = entries.find((entry) => entry.id === id);
    setChanges((before) => before + 1);
    setLeft((before) => withMember(before, id, hasLeft));
    if (known !== undefined)
      void client
        .query(SubjectQuery, { id: known.subject.id }, { requestPolicy: 'network-only' })
        .toPromise();
    else if (hasLeft) setNewcomers((before) => withMember(before, id, false));
    else if (change.__typename === 'InboxItemQueued' && (reason ?? change.item.reason) === change.item.reason)
      setNewcomers((before) => withMember(before, id, true));
    return event;
  });
  return { left, changes, newcomers: newcomers.size, clear: useCallback(() => setNewcomers(new Set()), []) };
};

const withMember = (set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> => {
  if (set.has(member) === isIn) return set;
  const next = new Set(set);
  if (isIn) next.add(member);
  else next.delete(member);
  return next;
};
