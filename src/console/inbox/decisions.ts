import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import type { VariablesOf } from '../api/graphql.ts';
import { refusalOf } from '../api/refusal.ts';
import { type CandidateRow, DeferMutation, ReturnMutation, ReviewMutation } from './operations.ts';

export type Decision =
  | { readonly action: 'PROMOTE'; readonly content?: string }
  | { readonly action: 'REJECT'; readonly reason: string }
  | { readonly action: 'DEFER'; readonly until: string };

type ReviewInput = VariablesOf<typeof ReviewMutation>['input'];

/** The input for one decision on some items, each as the reviewer looked at it. */
export const toReviewInput = (items: readonly CandidateRow[], decision: Decision): ReviewInput => ({
  decisions: items.map(({ id, revision }) => ({ id, expectedRevision: revision, ...decision })),
  errorPolicy: 'SKIP_FAILED',
});

/** True when the item does not wait here any more. */
export const isDecided = (item: CandidateRow, now = Date.now()): boolean =>
  item.status !== 'CANDIDATE' || (item.deferredUntil !== null && Date.parse(item.deferredUntil) > now);

const done: Readonly<Record<Decision['action'], string>> = {
  PROMOTE: 'Promoted',
  REJECT: 'Rejected',
  DEFER: 'Snoozed',
};

interface Taken {
  readonly action: Decision['action'];
  readonly ids: readonly string[];
}

export interface Decisions {
  /** How many items were decided since the page was opened, undone ones taken off. */
  readonly count: number;
  decide(items: readonly CandidateRow[], decision: Decision): Promise<void>;
  /** Takes the last decision back, with `latest` giving each item as it stands now. */
  undo(latest: (id: string) => CandidateRow | undefined): Promise<void>;
}

const notify = (message: string, color = 'teal') => notifications.show({ message, color, id: message });

/** Decides through the API, shows the outcome before the answer is there, and takes back what it refused. */
export const useDecisions = (): Decisions => {
  const client = useClient();
  const taken = useRef<Taken[]>([]);
  const [count, setCount] = useState(0);

  const decide = useCallback(
    async (items: readonly CandidateRow[], decision: Decision) => {
      const ids = items.map(({ id }) => id);
      const entry: Taken = { action: decision.action, ids };
      taken.current.push(entry);
      setCount((before) => before + ids.length);
      const input = { ...toReviewInput(items, decision), idempotencyKey: crypto.randomUUID() };
      const { data, error } = await client.mutation(ReviewMutation, { input }).toPromise();
      const outcome = data?.reviewCandidates;
      const refusal = error?.message ?? refusalOf(outcome)?.message;
      const failed =
        outcome?.__typename === 'ReviewCandidatesPayload'
          ? outcome.results.flatMap(({ index, error: refused }) => (refused ? [{ index, refused }] : []))
          : [];
      if (refusal === undefined && failed.length === 0) {
        const what = ids.length === 1 ? '' : ` ${ids.length} items`;
        notify(`${done[decision.action]}${what}. u takes it back.`);
        return;
      }
      // What was refused is not there to be undone.
      const refused = refusal === undefined ? new Set(failed.map(({ index }) => ids[index])) : new Set(ids);
      taken.current = taken.current
        .map((one) => (one === entry ? { ...one, ids: ids.filter((id) => !refused.has(id)) } : one))
        .filter((one) => one.ids.length > 0);
      setCount((before) => before - refused.size);
      notify(refusal ?? failed[0]?.refused.message ?? 'It was refused.', 'red');
    },
    [client],
  );

  const undo = useCallback(
    async (latest: (id: string) => CandidateRow | undefined) => {
      const last = taken.current.pop();
      if (last === undefined) {
        notify('There is nothing to take back.', 'gray');
        return;
      }
      for (const id of last.ids) {
        const item = latest(id);
        if (item === undefined) continue;
        const input = { id, expectedRevision: item.revision };
        const result =
          last.action === 'DEFER'
            ? await client.mutation(DeferMutation, { input: { ...input, until: null } }).toPromise()
            : await client.mutation(ReturnMutation, { input }).toPromise();
        const refusal = result.error?.message ?? refusalOf(Object.values(result.data ?? {})[0])?.message;
        if (refusal !== undefined) {
          notify(refusal, 'red');
          return;
        }
      }
      setCount((before) => before - last.ids.length);
      notify(`Taken back: ${done[last.action].toLowerCase()}.`, 'gray');
    },
    [client],
  );

  return { count, decide, undo };
};
