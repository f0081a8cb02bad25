import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { type Decision, wordsOf } from './decision.ts';
import { type Entry, type Subject, SubjectQuery } from './operations.ts';
import { type Outcomes, useOutcomes } from './outcomes.ts';
import { painted } from './painted.ts';
import { perform, type Send, takeBack } from './perform.ts';

interface Taken {
  readonly decision: Decision;
  readonly entries: readonly Entry[];
  /** Ids that were not refused. */
  ids: readonly string[];
  /** Settled when the answer is there. */
  answered: Promise<void>;
}

export interface Decisions {
  /** Shown before the answer is there. */
  readonly outcomes: Outcomes;
  /** How many times something was decided, refused or taken back. */
  readonly changes: number;
  decide(entries: readonly Entry[], decision: Decision): Promise<void>;
  /** Takes the last decision back, with `latest` giving each entry as it stands now. */
  undo(latest: (id: string) => Entry | undefined): Promise<void>;
}

const notify = (message: string, color = 'teal') => notifications.show({ message, color, id: message });

/** Decides through the API, shows the outcome before the answer is there, and takes back what it refused. */
export const useDecisions = (): Decisions => {
  const client = useClient();
  const taken = useRef<Taken[]>([]);
  const outcomes = useOutcomes();
  const [changes, setChanges] = useState(0);

  const send: Send = useCallback(
    async (document, variables) => {
      const { data, error } = await client.mutation(document, variables).toPromise();
      if (data == null) throw new Error(error?.graphQLErrors[0]?.message ?? error?.message ?? 'No answer.');
      return data;
    },
    [client],
  );

  const ask = useCallback(
    async (entries: readonly Entry[], entry: Taken) => {
      const { done, isUndone } = wordsOf[entry.decision.action];
      // Sending reads and writes the cache: the decision shows first.
      await painted();
      const messages = await perform(send, entry.decision, entries, { dryRun: false });
      setChanges((before) => before + 1);
      const refused = entry.ids.filter((_, index) => messages[index] !== null);
      if (refused.length === 0) {
        const many = entry.ids.length === 1 ? '' : ` ${entry.ids.length} items`;
        notify(`${done}${many}.${isUndone ? ' u takes it back.' : ''}`);
        return;
      }
      outcomes.forget(refused);
      // Refused decisions cannot be undone.
      entry.ids = entry.ids.filter((id) => !refused.includes(id));
      if (entry.ids.length === 0) taken.current = taken.current.filter((one) => one !== entry);
      notify(messages.find((message) => message !== null) ?? 'It was refused.', 'red');
    },
    [send, outcomes],
  );

  const decide = useCallback(
    (entries: readonly Entry[], decision: Decision): Promise<void> => {
      const { outcome, isUndone } = wordsOf[decision.action];
      const ids = entries.map(({ id }) => id);
      outcomes.set(ids, outcome);
      const entry: Taken = { decision, entries, ids, answered: Promise.resolve() };
      if (isUndone) taken.current.push(entry);
      entry.answered = ask(entries, entry);
      return entry.answered;
    },
    [ask, outcomes],
  );

  /** An entry that the list does not hold any more, with the revision that it has now. */
  const asItStands = useCallback(
    async (entries: readonly Entry[], id: string): Promise<Entry | undefined> => {
      const entry = entries.find((one) => one.id === id);
      if (entry === undefined) return undefined;
      const { data } = await client
        .query(SubjectQuery, { id: entry.subject.id }, { requestPolicy: 'network-only' })
        .toPromise();
      const revision = data?.node != null && 'revision' in data.node ? { revision: data.node.revision } : {};
      return { ...entry, subject: { ...entry.subject, ...revision } as Subject };
    },
    [client],
  );

  const undo = useCallback(
    async (latest: (id: string) => Entry | undefined) => {
      await taken.current.at(-1)?.answered;
      const last = taken.current.pop();
      if (last === undefined) {
        notify('There is nothing to take back.', 'gray');
        return;
      }
      for (const id of last.ids) {
        const entry = latest(id) ?? (await asItStands(last.entries, id));
        if (entry === undefined) continue;
        const refusal = await takeBack(send, last.decision, entry).catch(({ message }) => message as string);
        if (refusal !== null) {
          notify(refusal, 'red');
          return;
        }
        outcomes.forget([id]);
      }
      setChanges((before) => before + 1);
      notify(`Taken back: ${wordsOf[last.decision.action].done.toLowerCase()}.`, 'gray');
    },
    [send, outcomes, asItStands],
  );

  return { outcomes, changes, decide, undo };
};
