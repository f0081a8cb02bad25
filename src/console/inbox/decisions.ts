import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { type Decision, type Outcome, wordsOf } from './decision.ts';
import type { Entry } from './operations.ts';
import { perform, type Send, takeBack } from './perform.ts';

interface Taken {
  readonly decision: Decision;
  readonly ids: readonly string[];
}

export interface Decisions {
  /** What was decided here, by entry: shown before the answer is there. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
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
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [changes, setChanges] = useState(0);

  const send: Send = useCallback(
    async (document, variables) => {
      const { data, error } = await client.mutation(document, variables).toPromise();
      if (data == null) throw new Error(error?.graphQLErrors[0]?.message ?? error?.message ?? 'No answer.');
      return data;
    },
    [client],
  );

  const forget = useCallback(
    (ids: readonly string[]) =>
      setOutcomes((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    [],
  );

  const decide = useCallback(
    async (entries: readonly Entry[], decision: Decision) => {
      const { done, outcome, isUndone } = wordsOf[decision.action];
      const ids = entries.map(({ id }) => id);
      setOutcomes((before) => new Map([...before, ...ids.map((id) => [id, outcome] as const)]));
      const entry: Taken = { decision, ids };
      if (isUndone) taken.current.push(entry);
      const messages = await perform(send, decision, entries, { dryRun: false });
      setChanges((before) => before + 1);
      const refused = ids.filter((_, index) => messages[index] !== null);
      if (refused.length > 0) {
        // What was refused is not there to be undone.
        forget(refused);
        taken.current = taken.current
          .map((one) => (one === entry ? { ...one, ids: ids.filter((id) => !refused.includes(id)) } : one))
          .filter((one) => one.ids.length > 0);
        notify(messages.find((message) => message !== null) ?? 'It was refused.', 'red');
        return;
      }
      notify(
        `${done}${ids.length === 1 ? '' : ` ${ids.length} items`}.${isUndone ? ' u takes it back.' : ''}`,
      );
    },
    [send, forget],
  );

  const undo = useCallback(
    async (latest: (id: string) => Entry | undefined) => {
      const last = taken.current.pop();
      if (last === undefined) {
        notify('There is nothing to take back.', 'gray');
        return;
      }
      for (const id of last.ids) {
        const entry = latest(id);
        if (entry === undefined) continue;
        const refusal = await takeBack(send, last.decision, entry).catch(({ message }) => message as string);
        if (refusal !== null) {
          notify(refusal, 'red');
          return;
        }
        forget([id]);
      }
      setChanges((before) => before + 1);
      notify(`Taken back: ${wordsOf[last.decision.action].done.toLowerCase()}.`, 'gray');
    },
    [send, forget],
  );

  return { outcomes, changes, decide, undo };
};
