import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { ask as askUncached } from '../api/client.ts';
import { newKey } from '../api/new-key.ts';
import { reasonOf } from '../api/refusal.ts';
import { useSession } from '../api/session.tsx';
import { useKeySettings } from '../shell/keys.ts';
import { type Decision, wordsOf } from './decision.ts';
import { isLeaving, isOnItsWay, sendAt, sendDelayed } from './delayed.ts';
import { type Failed, type Outcomes, useOutcomes } from './outcomes.ts';
import { painted } from './painted.ts';
import type { Send } from './perform.ts';
import { notingRevisions, withRevision } from './revisions.ts';
import { loadedPerform, loadPerform, notify, notLoaded, type Perform, problemIn } from './sending.ts';
import {
  keepTaken,
  nameOfViewer,
  readTaken,
  type Taken,
  type Target,
  wasLeft,
  withAnswers,
  without,
} from './taken.ts';
import { type Standing, useTakingBack } from './taking-back.ts';
import { readUnsent, takenOver } from './unsent.ts';

export interface Decisions {
  /** Shown before the answer is there. */
  readonly outcomes: Outcomes;
  /** How many times something was decided, refused or taken back. */
  readonly changes: number;
  /** `takeOver`: also where somebody else works on them. */
  decide(targets: readonly Target[], decision: Decision, takeOver?: boolean): Promise<void>;
  /** True while a decision of this page on the entry is to be sent, or its answer to come. */
  isAwaited(entryId: string): boolean;
  /** Sends again, each under its own key, what no answer came for. */
  sendAgain(): Promise<void>;
  /** Forgets what no answer came for: it is not sent again. */
  forgetUnsent(): void;
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

/** The decision that came before one of this person; null where none is found. */
const whoDecidedFirst = (session: string, id: string): Promise<string | null> =>
  import('./first-decision.ts').then(({ firstSentence }) => firstSentence(session, id)).catch(() => null);

/** The time in which a decision that the API does not take back can be undone. */
const undoTime = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 8_000));

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
  const onChange = useCallback(() => setChanges((before) => before + 1), []);
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
      const keepAnswer = (target: Target, failure: Failed | null) => {
        // A page that is being left learns only of what it did not send.
        const isUnknown = isLeaving && failure?.mayHaveArrived === true;
        keep((before) =>
          withAnswers(before, key, {
            applied: failure === null ? [withRevision(decision, target, revisions)] : [],
            refused: failure?.state === 'refused' ? [target] : [],
            failed: failure?.state === 'unsent' && !isUnknown ? [target] : [],
          }),
        );
        if (failure !== null) outcomes.set([target.id], failure);
      };
      const sendBy = ({ perform }: Perform) =>
        perform(noting, decision, targets, { dryRun: false, key, takeOver }, keepAnswer);
      const fail = (): (Failed | null)[] => {
        for (const target of targets) keepAnswer(target, notLoaded);
        return targets.map(() => notLoaded);
      };
      const failures = loadedPerform === null ? await loaded.then(sendBy, fail) : await sendBy(loadedPerform);
      onChange();
      const problem = problemIn(decision, failures);
      if (problem === null) return true;
      const [target, another] = targets;
      const isLate = target !== undefined && another === undefined && failures[0]?.isLate === true;
      const first = isLate ? await whoDecidedFirst(session, target.subject.id) : null;
      notify(first ?? problem, 'red');
      return false;
    },
    [send, session, outcomes, keep, onChange],
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
      const loaded = loadPerform();
      const waits = undo === 'delayed' && mayWait;
      const canUndo = howToUndo !== '' && (waits || undo === 'sent');
      const howLong = waits ? ' for eight seconds' : '';
      const notifyDone = () => notify(`${done}${count}.${canUndo ? ` ${howToUndo}${howLong}.` : ''}`);
      if (waits) notifyDone();
      // Sending reads and writes the cache: the decision shows first.
      const sent = sendAt(key, waits ? undoTime() : painted(), async () => {
        if ((await ask(one, loaded)) && !waits) notifyDone();
      });
      if (!waits) await sent;
    },
    [ask, outcomes, howToUndo],
  );

  // A page that was left had sent these, or was about to: they are sent again under their key, which the API carries out once.
  // Others are marked.
  useEffect(() => {
    const resume = () => {
      for (const one of readTaken(viewer)) {
        if (one.isAnswered || isOnItsWay(one.key)) continue;
        const left = one.targets.filter((target) => wasLeft(one, target));
        const marked = one.targets.filter((target) => !left.includes(target));
        outcomes.set(
          marked.map(({ id }) => id),
          { state: 'unsent', message: 'It was not sent, or the gateway did not answer.' },
        );
        if (left.length > 0) void start({ ...one, targets: left }, false);
      }
    };
    resume();
    takenOver.addEventListener('taken', resume);
    return () => takenOver.removeEventListener('taken', resume);
  }, [outcomes, viewer, start]);

  // Leaving for another page of the console sends what is delayed: nothing shows it there.
  useEffect(() => () => void sendDelayed(), []);

  const decide = useCallback(
    (targets: readonly Target[], decision: Decision, takeOver = false): Promise<void> => {
      const one: Taken = {
        key: newKey(),
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

  const isAwaited = useCallback(
    (entryId: string) =>
      readUnsent(viewer).some(
        ({ key, targets }) => isOnItsWay(key) && targets.some(({ id }) => id === entryId),
      ),
    [viewer],
  );

  const sendAgain = useCallback(async () => {
    for (const one of readUnsent(viewer)) if (!isOnItsWay(one.key)) await start(one, false);
  }, [start, viewer]);

  const forgetUnsent = useCallback(() => {
    const unsent = readUnsent(viewer).filter(({ key }) => !isOnItsWay(key));
    keep((before) => before.filter((one) => one.isAnswered || isOnItsWay(one.key)));
    outcomes.forget(unsent.flatMap(({ targets }) => targets.map(({ id }) => id)));
  }, [keep, outcomes, viewer]);

  const { undo, findStanding } = useTakingBack({ viewer, session, send, keep, outcomes, onChange });

  return useMemo(
    () => ({ outcomes, changes, decide, isAwaited, sendAgain, forgetUnsent, undo, isOffering, findStanding }),
    [outcomes, changes, decide, isAwaited, sendAgain, forgetUnsent, undo, isOffering, findStanding],
  );
};
