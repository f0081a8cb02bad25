import type { AuditChange } from '#domain/audit/audit-actions.ts';
import type { InboxChange } from '#domain/audit/live-changes.ts';
import { inboxItemId, readInboxItemId } from '#domain/inbox/inbox.ts';
import type { Change } from '#persistence/store/change-feed.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { follow } from './live-change.ts';

/** Effect of a change on one entry of the inbox. */
export interface EntryChange {
  readonly cursor: string;
  readonly entryId: string;
  readonly subjectId: string;
  /** True when the change brings such an entry, false when it changes or ends one. */
  readonly isQueued: boolean;
  /** False when the change can only bring one: where none stands now, the change that ended it shows that. */
  readonly mayHaveLeft: boolean;
}

const entriesOf = (
  { cursor, targetId, action }: Change,
  changes: Readonly<Partial<Record<AuditChange, InboxChange>>>,
): EntryChange[] => {
  const marked = readInboxItemId(targetId);
  if (marked !== null)
    return [{ cursor, entryId: targetId, subjectId: marked.subjectId, isQueued: false, mayHaveLeft: true }];
  const { brings = [], ends = [] } = changes[action] ?? {};
  return [...new Set([...brings, ...ends])].map((reason) => ({
    cursor,
    entryId: inboxItemId(reason, targetId),
    subjectId: targetId,
    isQueued: brings.includes(reason),
    mayHaveLeft: ends.includes(reason),
  }));
};

/** The tenant's changes as what each may mean for entries of the inbox: one change may mean several. */
export const followInbox = async (
  context: GraphQLContext,
  changes: Readonly<Partial<Record<AuditChange, InboxChange>>>,
  after: string | null | undefined,
) => {
  const source = await follow(context, Object.keys(changes) as AuditChange[], after);
  const ready: EntryChange[] = [];
  const take = (change: Change) => ready.push(...entriesOf(change, changes));
  const stream = {
    [Symbol.asyncIterator]: () => stream,
    takeReady: (most: number): readonly EntryChange[] => {
      if (ready.length < most) for (const change of source.takeReady(most - ready.length)) take(change);
      return ready.splice(0, most);
    },
    async next(): Promise<IteratorResult<EntryChange, undefined>> {
      for (;;) {
        const entry = ready.shift();
        if (entry) return { done: false, value: entry };
        const next = await source.next();
        if (next.done) return { done: true, value: undefined };
        take(next.value);
      }
    },
    async return(): Promise<IteratorResult<EntryChange, undefined>> {
      ready.length = 0;
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
  return stream;
};
