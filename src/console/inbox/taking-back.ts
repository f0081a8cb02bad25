import { useCallback } from 'react';
import { useClient } from 'urql';
import { ask as askUncached } from '../api/client.ts';
import { reasonOf } from '../api/refusal.ts';
import { wordsOf } from './decision.ts';
import { answered, isDelayed, isOnItsWay, withdraw } from './delayed.ts';
import { nameOf } from './name-of.ts';
import { SubjectQuery } from './operations.ts';
import type { Outcomes } from './outcomes.ts';
import type { Send } from './perform.ts';
import { movedBy, notingRevisions } from './revisions.ts';
import { loadPerform, notify } from './sending.ts';
import { readTaken, type Taken, type Target } from './taken.ts';

/** A decision that can be taken back: its name, and when it was made. */
export interface Standing {
  readonly name: string;
  readonly at: string;
}

/** Decisions, the newest first, that are asked about to find one that can be taken back; as many entries of each. */
const mostTried = 5;

interface Given {
  readonly viewer: string;
  readonly session: string;
  readonly send: Send;
  readonly outcomes: Outcomes;
  keep(change: (before: readonly Taken[]) => readonly Taken[]): void;
  /** Called when something was taken back, or refused to be. */
  onChange(): void;
}

/** Takes decisions back, and finds the last one that can be. */
export const useTakingBack = ({ viewer, session, send, keep, outcomes, onChange }: Given) => {
  const client = useClient();
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
      keep((before) => before.filter((one) => one.key !== last.key || one.isAnswered !== last.isAnswered));
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
                `${last.key}.undo.${one.leftAt ?? revision}`,
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
      onChange();
      if (refusals[0] !== undefined) notify(refusals[0], 'red');
      if (back.length > 0)
        notify(
          `Taken back: ${done.toLowerCase()}${back.length === 1 ? named : ` ${back.length} items`}.`,
          'gray',
        );
      return back[0]?.id ?? null;
    },
    [send, read, outcomes, keep, asItStands, viewer, onChange],
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
          (await takeBack({ send: dry, read }, one.decision, target, target.leftAt ?? revision, null)) ===
          null
        )
          return {
            name: `${done}${one.targets.length === 1 ? name : ` ${one.targets.length} items`}`,
            at: one.at,
          };
      }
      keep((before) => before.filter(({ key, isAnswered }) => key !== one.key || !isAnswered));
    }
    return null;
  }, [session, read, keep, asItStands, viewer]);

  return { undo, findStanding };
};
