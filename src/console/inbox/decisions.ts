import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { reasonOf } from '../api/refusal.ts';
import { useSession } from '../api/session.tsx';
import { storedLine } from '../parts/stored-text.tsx';
import { useKeySettings } from '../shell/keys.ts';
import { type Decision, wordsOf } from './decision.ts';
import { type Entry, SubjectQuery } from './operations.ts';
import { type Failed, type Outcomes, useOutcomes } from './outcomes.ts';
import { painted } from './painted.ts';
import type { Send } from './perform.ts';
import { keepTaken, readTaken, type Taken, type Target, targetOf } from './taken.ts';

export interface Decisions {
  /** Shown before the answer is there. */
  readonly outcomes: Outcomes;
  /** How many times something was decided, refused or taken back. */
  readonly changes: number;
  /** `takeOver`: also where somebody else works on them. */
  decide(entries: readonly Entry[], decision: Decision, takeOver?: boolean): Promise<void>;
  /** Sends again, each under its own key, what no answer came for. */
  sendAgain(): Promise<void>;
  /** Takes the last decision back. Gives the id of its first entry; null when there was none, or it was refused. */
  undo(): Promise<string | null>;
}

/** The part of the page that sends decisions did not arrive, and a browser does not ask for it twice. */
const notLoaded: Failed = {
  state: 'unsent',
  message: 'A part of the page did not arrive. Load the page anew, and send the decision again.',
};

const notify = (message: string, color = 'teal') => notifications.show({ message, color, id: message });

/**
 * Decides through the API, and shows the outcome before the answer is there. A decision that fails leaves a mark on its
 * entry. The decisions of a tab outlive the reload of its page, so that they can be taken back, or sent again.
 */
export const useDecisions = (): Decisions => {
  const client = useClient();
  const { tenant, user } = useSession().viewer;
  const viewer = `${tenant}/${user}`;
  const outcomes = useOutcomes();
  const { areOff, keyOf } = useKeySettings();
  const howToUndo = areOff ? '' : ` ${keyOf('u')} takes it back.`;
  const [changes, setChanges] = useState(0);
  const taken = useRef<readonly Taken[] | null>(null);
  taken.current ??= readTaken(viewer);
  /** Decisions whose answer is awaited, by key. */
  const sending = useRef(new Map<string, Promise<void>>());

  const keep = useCallback(
    (change: (before: readonly Taken[]) => readonly Taken[]) => {
      taken.current = change(taken.current ?? []);
      keepTaken(viewer, taken.current);
    },
    [viewer],
  );

  const send: Send = useCallback(
    async (document, variables) => {
      const { data, error } = await client.mutation(document, variables).toPromise();
      if (data == null) throw new Error(reasonOf(error));
      return data;
    },
    [client],
  );

  const ask = useCallback(
    async ({ key, decision, targets, takeOver }: Taken) => {
      const { done, isUndone, outcome } = wordsOf[decision.action];
      outcomes.set(
        targets.map(({ id }) => id),
        outcome,
      );
      // Sending reads and writes the cache: the decision shows first.
      await painted();
      const failures = await import('./perform.ts').then(
        ({ perform }) => perform(send, decision, targets, { dryRun: false, key, takeOver }),
        (): (Failed | null)[] => targets.map(() => notLoaded),
      );
      setChanges((before) => before + 1);
      const withState = (state: 'unsent' | 'refused' | null) =>
        targets.filter((_, index) => (failures[index]?.state ?? null) === state);
      const [applied, unsent] = [withState(null), withState('unsent')];
      keep((before) =>
        before.flatMap((one) =>
          one.key !== key
            ? [one]
            : [
                ...(applied.length > 0 && isUndone ? [{ ...one, targets: applied, isAnswered: true }] : []),
                ...(unsent.length > 0 ? [{ ...one, targets: unsent, isAnswered: false }] : []),
              ],
        ),
      );
      for (const [index, { id }] of targets.entries()) {
        const failure = failures[index];
        if (failure != null) outcomes.set([id], failure);
      }
      const failure = failures.find((one) => one !== null);
      if (failure !== undefined) notify(failure.message, 'red');
      else
        notify(
          `${done}${targets.length === 1 ? '' : ` ${targets.length} items`}.${isUndone ? howToUndo : ''}`,
        );
    },
    [send, outcomes, keep, howToUndo],
  );

  const start = useCallback(
    (one: Taken): Promise<void> => {
      const answered = ask(one).finally(() => sending.current.delete(one.key));
      sending.current.set(one.key, answered);
      return answered;
    },
    [ask],
  );

  // Decisions whose answer a reload cut off are known by their mark.
  useEffect(() => {
    for (const { key, targets, isAnswered } of taken.current ?? [])
      if (!isAnswered && !sending.current.has(key))
        outcomes.set(
          targets.map(({ id }) => id),
          { state: 'unsent', message: 'The page was left before the answer came.' },
        );
  }, [outcomes]);

  const decide = useCallback(
    (entries: readonly Entry[], decision: Decision, takeOver = false): Promise<void> => {
      const one: Taken = {
        key: crypto.randomUUID(),
        decision,
        targets: entries.map(targetOf),
        takeOver,
        isAnswered: false,
      };
      const ids = new Set(entries.map(({ id }) => id));
      // A new decision takes the place of one that never arrived.
      keep((before) => [...before.flatMap((other) => without(other, ids)), one]);
      return start(one);
    },
    [start, keep],
  );

  const sendAgain = useCallback(async () => {
    const unsent = (taken.current ?? []).filter(
      ({ key, isAnswered }) => !isAnswered && !sending.current.has(key),
    );
    for (const one of unsent) await start(one);
  }, [start]);

  /** The entry with the revision that it has now, and the words by which it is known. */
  const asItStands = useCallback(
    async ({ id, subject }: Target): Promise<{ target: Target; name: string }> => {
      const { data } = await client
        .query(SubjectQuery, { id: subject.id }, { requestPolicy: 'network-only' })
        .toPromise();
      const node = data?.node;
      const revision = node != null && 'revision' in node ? { revision: node.revision } : {};
      return {
        target: { id, subject: { ...subject, ...revision } },
        name: node != null && 'content' in node ? ` “${shortened(node.content)}”` : '',
      };
    },
    [client],
  );

  const undo = useCallback(async () => {
    await Promise.all(sending.current.values());
    const last = (taken.current ?? []).findLast(({ isAnswered }) => isAnswered);
    if (last === undefined) {
      notify('There is nothing to take back.', 'gray');
      return null;
    }
    keep((before) => before.filter((one) => one !== last));
    const done = wordsOf[last.decision.action].done.toLowerCase();
    let named = '';
    for (const one of last.targets) {
      const { target, name } = await asItStands(one);
      const refusal = await import('./perform.ts')
        .then(({ takeBack }) => takeBack(send, last.decision, target))
        .catch(({ message }) => message as string);
      if (refusal !== null) {
        notify(refusal, 'red');
        return null;
      }
      outcomes.forget([one.id]);
      named = name;
    }
    setChanges((before) => before + 1);
    notify(
      `Taken back: ${done}${last.targets.length === 1 ? named : ` ${last.targets.length} items`}.`,
      'gray',
    );
    return last.targets[0]?.id ?? null;
  }, [send, outcomes, keep, asItStands]);

  return { outcomes, changes, decide, sendAgain, undo };
};

/** The decision without some entries; none when it has no other. */
const without = (one: Taken, ids: ReadonlySet<string>): readonly Taken[] => {
  if (one.isAnswered || !one.targets.some(({ id }) => ids.has(id))) return [one];
  const targets = one.targets.filter(({ id }) => !ids.has(id));
  return targets.length === 0 ? [] : [{ ...one, targets }];
};

const shortened = (words: string): string => {
  const line = storedLine(words);
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
