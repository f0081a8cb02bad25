import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { ask } from '../api/client.ts';
import { sourceOf } from '../api/item-fields.ts';
import { problemOf } from '../api/refusal.ts';
import { useSession } from '../api/session.tsx';
import type { Holding } from '../parts/holding-form.tsx';
import { isForMany } from './action-bar.tsx';
import type { Decision } from './decision.ts';
import type { Decisions } from './decisions.ts';
import type { BulkPreview, ItemChoice } from './dialogs.tsx';
import type { Entries } from './entries.ts';
import { ItemQuery } from './item-query.ts';
import type { Entry } from './operations.ts';
import { painted } from './painted.ts';
import type { Send } from './perform.ts';
import type { Selection } from './selection.ts';
import { targetOf } from './taken.ts';
import { type Way, waysOf } from './ways.ts';

export type OpenDialog =
  | { readonly name: 'answer'; readonly way: Way }
  | { readonly name: 'snooze' }
  /** Somebody else works on the entry. */
  | { readonly name: 'take over'; readonly decision: Decision; readonly by: string }
  | { readonly name: 'duplicate' | 'successor'; readonly choices: readonly ItemChoice[] }
  | { readonly name: 'end'; readonly before: Holding }
  | {
      readonly name: 'bulk';
      readonly decision: Decision;
      readonly entries: readonly Entry[];
      readonly preview: BulkPreview;
    };

interface Reviewed {
  readonly list: Entries;
  readonly selection: Selection;
  readonly decisions: Decisions;
  /** True when it was decided, here or by somebody else. */
  isDecided(entry: Entry): boolean;
  /** True when the entry, as it is now, has been on screen for a moment. */
  wasSeen(entry: Entry): boolean;
}

/** Actions of keys and buttons; the functions keep their identity, so that components do not re-render. */
export interface ReviewActions {
  /** `takeOver`: also where somebody else works on it. */
  take(decision: Decision, takeOver?: boolean): Promise<void>;
  follow(way: Way): void;
  followKey(key: string): void;
  askHowLong(): void;
  /** Narrows the list to entries like the open one, of its rule and its document; or back, where it is narrowed to them. */
  narrowToLike(): Promise<void>;
  claim(): Promise<void>;
  undo(): Promise<void>;
  close(): void;
  sendAgain(): Promise<void>;
}

/** Decisions that name another item, or a time, are made on the open entry alone. */
const isOfOne = ({ action }: Decision): boolean =>
  action === 'SUPERSEDE' || action === 'REPLACE' || action === 'HOLD';

/** Actions of the reviewer on the open entry, or on the selected ones. */
export const useReview = ({ list, selection, decisions, isDecided, wasSeen }: Reviewed) => {
  const client = useClient();
  const navigate = useNavigate();
  const { id: session, viewer } = useSession();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const leaving = useRef<string | null>(null);
  const { current } = list;
  const { chosen } = selection;

  /** The name of somebody else who works on the entry; null: nobody does. */
  const othersClaim = ({ claimedBy }: Entry): string | null =>
    claimedBy !== null && claimedBy.name !== viewer.user ? claimedBy.name : null;

  /** Opens the next entry that is undecided, from the beginning of the list where none follows. */
  const openNext = async (decided: Entry) => {
    leaving.current = decided.id;
    const { entries, index } = list;
    const next = [...entries.slice(index + 1), ...entries.slice(0, index)].find((entry) => !isDecided(entry));
    await painted();
    await list.open(next?.id);
    leaving.current = null;
  };

  /** On one entry: at once, unless the answer to another decision is to come. On many: after a look at what it would do. */
  const take = async (decision: Decision, takeOver = false) => {
    const isOnOne = chosen.length === 0 || isOfOne(decision);
    // The two would be tried side by side, and the one that arrives first would hold. A dialog stays, with its words.
    if (isOnOne && current !== undefined && decisions.isAwaited(current.id)) {
      notifications.show({
        id: 'awaited',
        color: 'gray',
        message: 'Your decision on it is on its way. Decide again when it is answered, or take it back.',
      });
      return;
    }
    setDialog(null);
    if (isOnOne) {
      if (current === undefined || leaving.current === current.id) return;
      const by = othersClaim(current);
      if (by !== null && !takeOver && decision.action !== 'SNOOZE') {
        setDialog({ name: 'take over', decision, by });
        return;
      }
      decisions.decide([targetOf(current)], decision, takeOver);
      await openNext(current);
      return;
    }
    const open = chosen.filter((entry) => !isDecided(entry));
    // An entry with another reason is settled in other ways, and one of somebody else by them.
    const meant = open.filter(
      (entry) =>
        othersClaim(entry) === null &&
        (decision.action === 'SNOOZE' || waysOf[entry.reason] === waysOf[current?.reason ?? entry.reason]),
    );
    const dry: Send = (document, variables) => ask(session, document, variables);
    const { perform } = await import('./perform.ts');
    const failures = await perform(dry, decision, meant.map(targetOf), { dryRun: true });
    const refused = meant.flatMap((entry, index) => {
      const failure = failures[index];
      return failure == null ? [] : [{ entry, message: failure.message }];
    });
    const applied = meant.filter((_, index) => failures[index] == null);
    setDialog({
      name: 'bulk',
      decision,
      entries: applied,
      preview: {
        applied,
        refused,
        otherwise: open.length - meant.length,
      },
    });
  };

  const takeAll = (entries: readonly Entry[], decision: Decision) => {
    setDialog(null);
    selection.selectNone();
    decisions.decide(entries.map(targetOf), decision);
    if (current !== undefined && isDecided(current)) void openNext(current);
  };

  const detailOf = async ({ subject }: Entry) => {
    const { data } = await client.query(ItemQuery, { id: subject.id }).toPromise();
    const node = data?.node;
    return node?.__typename === 'Memory' || node?.__typename === 'Entity' ? node : null;
  };

  const openDuplicates = async (entry: Entry) => {
    const duplicates = (await detailOf(entry))?.possibleDuplicates ?? [];
    setDialog({ name: 'duplicate', choices: duplicates.map(({ candidate }) => candidate) });
  };

  const openSuccessors = async (entry: Entry) => {
    const detail = await detailOf(entry);
    setDialog({
      name: 'successor',
      choices: detail?.__typename === 'Memory' ? detail.proposedSuccessors.nodes : [],
    });
  };

  const openEnd = async (entry: Entry) => {
    const detail = await detailOf(entry);
    setDialog({
      name: 'end',
      before: { holdsFrom: detail?.holdsFrom ?? null, holdsUntil: detail?.holdsUntil ?? null },
    });
  };

  /** Goes the way: decides, or asks what it needs to know. */
  const follow = (way: Way) => {
    if (current === undefined || (chosen.length > 0 && !isForMany(way))) return;
    if (chosen.length === 0 && !wasSeen(current)) {
      notifications.show({
        id: 'unseen',
        color: 'gray',
        message: 'It has just come into view: read it first.',
      });
      return;
    }
    if ('decision' in way) take(way.decision);
    else if ('opens' in way) navigate({ to: '/contradictions/$id', params: { id: current.subject.id } });
    else if (way.asks === 'duplicate') openDuplicates(current);
    else if (way.asks === 'successor') openSuccessors(current);
    else if (way.asks === 'end') openEnd(current);
    else setDialog({ name: 'answer', way });
  };

  const claim = async () => {
    if (current === undefined) return;
    const input = { id: current.id };
    const { ClaimMutation, ReleaseMutation } = await import('./mutations.ts');
    const { data, error } = await (current.claimedBy === null
      ? client.mutation(ClaimMutation, { input }).toPromise()
      : client.mutation(ReleaseMutation, { input }).toPromise());
    const refusal = problemOf(error, Object.values(data ?? {})[0]);
    if (refusal !== null) notifications.show({ color: 'red', message: refusal });
  };

  const actions: ReviewActions = {
    take,
    follow,
    followKey: (key) => {
      const way = current && waysOf[current.reason].find((one) => one.key === key);
      if (way !== undefined) follow(way);
    },
    askHowLong: () => {
      if (current !== undefined) setDialog({ name: 'snooze' });
    },
    narrowToLike: async () => {
      if (current === undefined || !('rule' in current.subject)) return;
      const document = sourceOf('Chunk', (await detailOf(current))?.source ?? null)?.document?.id;
      const rule = current.subject.rule ?? undefined;
      const { narrowing } = list;
      const isNarrowed =
        (rule ?? document) !== undefined && narrowing.rule === rule && narrowing.document === document;
      await list.change(
        isNarrowed ? { rule: undefined, document: undefined } : { rule, document, reason: current.reason },
      );
    },
    claim,
    undo: async () => {
      const id = await decisions.undo();
      if (id !== null) await latest.current.list.openNamed(id);
    },
    sendAgain: decisions.sendAgain,
    close: () => setDialog(null),
  };
  const latest = useRef({ list, actions });
  useLayoutEffect(() => {
    latest.current = { list, actions };
  });
  const stable = useMemo(
    (): ReviewActions => ({
      take: (decision, takeOver) => latest.current.actions.take(decision, takeOver),
      follow: (way) => latest.current.actions.follow(way),
      followKey: (key) => latest.current.actions.followKey(key),
      askHowLong: () => latest.current.actions.askHowLong(),
      narrowToLike: () => latest.current.actions.narrowToLike(),
      claim: () => latest.current.actions.claim(),
      undo: () => latest.current.actions.undo(),
      sendAgain: () => latest.current.actions.sendAgain(),
      close: () => latest.current.actions.close(),
    }),
    [],
  );
  return { dialog, takeAll, actions: stable };
};

export type Review = ReturnType<typeof useReview>;
