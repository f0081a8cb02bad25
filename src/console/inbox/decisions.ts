import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { ask as askUncached } from '../api/client.ts';
import { reasonOf } from '../api/refusal.ts';
import { useSession } from '../api/session.tsx';
import { useKeySettings } from '../shell/keys.ts';
import { type Decision, wordsOf } from './decision.ts';
import { answered, isDelayed, isLeaving, isOnItsWay, sendAt, sendDelayed, withdraw } from './delayed.ts';
import { nameOf } from './name-of.ts';
import { SubjectQuery } from './operations.ts';
import { type Failed, type Outcomes, useOutcomes } from './outcomes.ts';
import { painted } from './painted.ts';
import type { Send } from './perform.ts';
import { movedBy, notingRevisions, withRevision } from './revisions.ts';
import {
  keepTaken,
  nameOfViewer,
  readTaken,
  type Taken,
  type Target,
  wasLeft,
  without,
  withoutWords,
} from './taken.ts';

export interface Decisions {
  /** Shown before the answer is there. */
  readonly outcomes: Outcomes;
  /** How many times something was decided, refused or taken back. */
  readonly changes: number;
  /** `takeOver`: also where somebody else works on them. */
  decide(targets: readonly Target[], decision: Decision, takeOver?: boolean): Promise<void>;
  /** Sends again, each under its own key, what no answer came for. */
  sendAgain(): Promise<void>;
  /**
   * Takes the last decision back, or the last one on an entry. Gives the id of its first entry; null when there was none, or it was
   * refused.
   */
  undo(entryId?: string): Promise<string | null>;
  /** True from the load of a page that finds decisions of before until the first new one. */
  readonly isOffering: boolean;
  /** The last decision that can be taken back now; null: none. */
  findStanding(): Promise<Standing | null>;
}

/** A decision that can be taken back: its name, and when it was made. */
export interface Standing {
  readonly name: string;
  readonly at: string;
}

/** Decisions, the newest first, that are asked about to find one that can be taken back; as many entries of each. */
const mostTried = 5;

/** The time in which a decision that the API does not take back can be undone. */
const undoTime = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 8_000));

type Perform = typeof import('./perform.ts');

/** The part of the page that sends decisions, once it is here: a page that is being left waits for nothing. */
let loadedPerform: Perform | null = null;
const loadPerform = async (): Promise<Perform> => {
  loadedPerform ??= await import('./perform.ts');
  return loadedPerform;
};

/** The part of the page that sends decisions did not arrive, and a browser does not ask for it twice. */
const notLoaded: Failed = {
  state: 'unsent',
  message: 'A part of the page did not arrive. Load the page anew, and send the decision again.',
};

let lastNotice = '';
/** Shows what became of the last decision in the place of what became of the one before; failures stay beside it. */
const notify = (message: string, color = 'teal') => {
  if (color === 'red') notifications.show({ message, color });
  else {
    notifications.hide(lastNotice);
    lastNotice = notifications.show({ message, color });
  }
};

/**
 * Decides through the API, and shows the outcome before the answer is there. A decision that fails leaves a mark on its
 * entry. The decisions of a tab outlive the reload of its page, so that they can be taken back, or sent again.
 */
export const useDecisions = (): Decisions => {
  const client = useClient();
  const { id: session, viewer: person } = useSession();
  const viewer = nameOfViewer(person);
  const outcomes = useOutcomes();
  const { areOff, keyOf } = useKeySettings();
  const howToUndo = areOff ? '' : `${keyOf('u')} takes it back`;
  const [changes, setChanges] = useState(0);
  const [isOffering, setOffering] = useState(() => readTaken(viewer).some(({ isAnswered }) => isAnswered));

  const keep = useCallback(
    (change: (before: readonly Taken[]) => readonly Taken[]) => {
      const before = readTaken(viewer);
      const after = change(before);
      // An answer that comes after somebody else has signed in leaves theirs alone.
      if (before.length + after.length > 0) keepTaken(viewer, after);
    },
    [viewer],
  );

  const send: Send = useCallback(
    async (document, variables) => {
      if (isLeaving) return askUncached(session, document, variables, true);
      const { data, error } = await client.mutation(document, variables).toPromise();
      if (data == null) throw new Error(reasonOf(error));
      return data;
    },
    [client, session],
  );

  const ask = useCallback(
    async ({ key, decision, targets, takeOver }: Taken, loaded: Promise<Perform>) => {
      const revisions = new Map<string, number>();
      const noting: Send = notingRevisions(send, revisions);
      const sendBy = ({ perform }: Perform) =>
        perform(noting, decision, targets, { dryRun: false, key, takeOver });
      const failures =
        loadedPerform === null
          ? await loaded.then(sendBy, (): (Failed | null)[] => targets.map(() => notLoaded))
          : await sendBy(loadedPerform);
      setChanges((before) => before + 1);
      const withState = (state: 'unsent' | 'refused' | null) =>
        targets.filter((_, index) => (failures[index]?.state ?? null) === state);
      const applied = withState(null).map((target) => withRevision(decision, target, revisions));
      const unsent = withState('unsent');
      keep((before) =>
        before.flatMap((one) =>
          one.key !== key
            ? [one]
            : [
                ...(applied.length > 0
                  ? [{ ...one, decision: withoutWords(decision), targets: applied, isAnswered: true }]
                  : []),
                ...(unsent.length > 0
                  ? [{ ...one, targets: unsent, isAnswered: false, hasFailed: !isLeaving }]
                  : []),
              ],
        ),
      );
      for (const [index, { id }] of targets.entries()) {
        const failure = failures[index];
        if (failure != null) outcomes.set([id], failure);
      }
      const failure = failures.find((one) => one !== null);
      if (failure !== undefined) notify(failure.message, 'red');
      return failure === undefined;
    },
    [send, outcomes, keep],
  );

  /** Shows the outcome, and sends the decision: now, or a moment later where the API has no way back and it `mayWait`. */
  const start = useCallback(
    async (one: Taken, mayWait: boolean): Promise<void> => {
      const { key, decision, targets } = one;
      const { done, undo, outcome } = wordsOf[decision.action];
      outcomes.set(
        targets.map(({ id }) => id),
        outcome,
      );
      const count = targets.length === 1 ? '' : ` ${targets.length} items`;
      const howLong = undo === 'delayed' ? ' for eight seconds' : '';
      const notifyDone = () => notify(`${done}${count}.${howToUndo && ` ${howToUndo}${howLong}.`}`);
      const loaded = loadPerform();
      const waits = undo === 'delayed' && mayWait;
      if (waits) notifyDone();
      // Sending reads and writes the cache: the decision shows first.
      const sent = sendAt(key, waits ? undoTime() : painted(), async () => {
        if ((await ask(one, loaded)) && !waits) notifyDone();
      });
      if (!waits) await sent;
    },
    [ask, outcomes, howToUndo],
  );

  // Sends again under its key, which the API carries out once, a decision whose page was left first; any other is marked.
  useEffect(() => {
    for (const one of readTaken(viewer)) {
      if (one.isAnswered || isOnItsWay(one.key)) continue;
      if (wasLeft(one)) void start(one, false);
      else
        outcomes.set(
          one.targets.map(({ id }) => id),
          { state: 'unsent', message: 'The gateway did not answer.' },
        );
    }
  }, [outcomes, viewer, start]);

  // Leaving for another page of the console sends what is delayed: nothing shows it there.
  useEffect(() => () => void sendDelayed(), []);

  const decide = useCallback(
    (targets: readonly Target[], decision: Decision, takeOver = false): Promise<void> => {
      const one: Taken = {
        key: crypto.randomUUID(),
        decision,
        at: new Date().toISOString(),
        targets,
        takeOver,
        isAnswered: false,
      };
      const ids = new Set(targets.map(({ id }) => id));
      setOffering(false);
      // A new decision takes the place of one that never arrived.
      keep((before) => [...before.flatMap((other) => without(other, ids)), one]);
      return start(one, true);
    },
    [start, keep],
  );

  const sendAgain = useCallback(async () => {
    const unsent = readTaken(viewer).filter(({ key, isAnswered }) => !isAnswered && !isOnItsWay(key));
    keep((before) =>
      before.map((one) => (unsent.some(({ key }) => key === one.key) ? { ...one, hasFailed: false } : one)),
    );
    for (const one of unsent) await start(one, false);
  }, [start, viewer, keep]);

  const read: Send = useCallback(
    async (document, variables) => {
      const { data, error } = await client
        .query(document, variables, { requestPolicy: 'network-only' })
        .toPromise();
      if (data == null) throw new Error(reasonOf(error));
      return data;
    },
    [client],
  );

  /** The revision that the item of the entry has now, and the words by which it is known. */
  const asItStands = useCallback(
    async ({ subject }: Target): Promise<{ revision: number | null; name: string }> => {
      const { node } = await read(SubjectQuery, { id: subject.id });
      return {
        revision: node !== null && 'revision' in node ? node.revision : null,
        name: node === null ? '' : nameOf(node),
      };
    },
    [read],
  );

  const undo = useCallback(
    async (entryId?: string) => {
      const findLast = (isMeant: (one: Taken) => boolean) =>
        readTaken(viewer).findLast(
          (one) => isMeant(one) && (entryId === undefined || one.targets.some(({ id }) => id === entryId)),
        );
      // One that waits is withdrawn at once: it would be sent while the answers to others are awaited.
      const newest = findLast(({ key, isAnswered }) => isAnswered || isOnItsWay(key));
      if (newest !== undefined && !isDelayed(newest.key)) await answered();
      const last = findLast(({ key, isAnswered }) => isAnswered || isDelayed(key));
      if (last === undefined) {
        notify('There is nothing to take back.', 'gray');
        return null;
      }
      const { done, undo: way } = wordsOf[last.decision.action];
      const wasDelayed = isDelayed(last.key);
      withdraw(last.key);
      keep((before) => before.filter(({ key }) => key !== last.key));
      if (!wasDelayed && way !== 'sent') {
        notify(`${done}: it has been sent, and can no longer be taken back.`, 'gray');
        return null;
      }
      let named = '';
      const back: Target[] = [];
      const unanswered: Target[] = [];
      const refusals: string[] = [];
      const revisions = new Map<string, number>();
      const noting: Send = notingRevisions(send, revisions);
      for (const one of last.targets) {
        try {
          const { revision, name } = await asItStands(one);
          named = name;
          const refusal = wasDelayed
            ? null
            : await (await loadPerform()).takeBack(
                { send: noting, read },
                last.decision,
                one,
                one.leftAt ?? revision,
                false,
              );
          if (refusal === null) back.push(one);
          else refusals.push(refusal);
        } catch (error) {
          // A decision that was never sent is back without an answer, too.
          if (wasDelayed) back.push(one);
          else {
            unanswered.push(one);
            refusals.push((error as Error).message);
          }
        }
      }
      // The next undo tries again the ones without an answer.
      if (unanswered.length > 0) keep((before) => [...before, { ...last, targets: unanswered }]);
      // The item stands again as the person's decision before found it: that one can be taken back, too.
      keep((before) => before.map((one) => ({ ...one, targets: one.targets.map(movedBy(back, revisions)) })));
      outcomes.forget(back.map(({ id }) => id));
      setChanges((before) => before + 1);
      if (refusals[0] !== undefined) notify(refusals[0], 'red');
      if (back.length > 0)
        notify(
          `Taken back: ${done.toLowerCase()}${back.length === 1 ? named : ` ${back.length} items`}.`,
          'gray',
        );
      return back[0]?.id ?? null;
    },
    [send, read, outcomes, keep, asItStands, viewer],
  );

  const findStanding = useCallback(async (): Promise<Standing | null> => {
    // An answer to a dry run is not the present state: the cache does not get it.
    const dry: Send = (document, variables) => askUncached(session, document, variables);
    const answered = readTaken(viewer).filter(({ isAnswered }) => isAnswered);
    for (const one of answered.slice(-mostTried).reverse()) {
      const { done, undo: way } = wordsOf[one.decision.action];
      const { takeBack } = await loadPerform();
      for (const target of way === 'sent' ? one.targets.slice(0, mostTried) : []) {
        const { revision, name } = await asItStands(target);
        if (
          (await takeBack({ send: dry, read }, one.decision, target, target.leftAt ?? revision, true)) ===
          null
        )
          return {
            name: `${done}${one.targets.length === 1 ? name : ` ${one.targets.length} items`}`,
            at: one.at,
          };
      }
      keep((before) => before.filter(({ key }) => key !== one.key));
    }
    return null;
  }, [session, read, keep, asItStands, viewer]);

  return { outcomes, changes, decide, sendAgain, undo, isOffering, findStanding };
};
