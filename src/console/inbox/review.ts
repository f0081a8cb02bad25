import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useClient } from 'urql';
import { ask } from '../api/client.ts';
import { refusalOf } from '../api/refusal.ts';
import { useSession } from '../api/session.tsx';
import { type Decision, toReviewInput, useDecisions } from './decisions.ts';
import type { BulkPreview, DuplicateChoice } from './dialogs.tsx';
import { AcceptLabelsMutation, CandidateQuery, DismissLabelsMutation, PreviewQuery } from './operations.ts';
import type { Queue } from './queue.ts';

export type OpenDialog =
  | { readonly name: 'edit' | 'reject' | 'snooze' }
  | { readonly name: 'duplicate'; readonly choices: readonly DuplicateChoice[] }
  | { readonly name: 'bulk'; readonly decision: Decision; readonly preview: BulkPreview };

const showRefusal = (message: string) => notifications.show({ color: 'red', message });

/** What the reviewer does with the open item, or with those that are selected. */
export const useReview = (queue: Queue) => {
  const client = useClient();
  const { token } = useSession();
  const decisions = useDecisions();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { current, chosen } = queue;

  const detailOf = async (id: string) => {
    const { data } = await client.query(CandidateQuery, { id }).toPromise();
    return data?.node ?? null;
  };

  /** On one item: at once. On many: after a look at what it would do. */
  const take = async (decision: Decision) => {
    setDialog(null);
    if (chosen.length === 0) {
      if (current === undefined) return;
      const { nextWaiting } = queue;
      decisions.decide([current], decision);
      queue.open(nextWaiting?.id);
      return;
    }
    const input = { ...toReviewInput(chosen, decision), dryRun: true };
    const { reviewCandidates: outcome } = await ask(token, PreviewQuery, { input });
    if (outcome.__typename !== 'ReviewCandidatesPayload') {
      showRefusal(refusalOf(outcome)?.message ?? 'It was refused.');
      return;
    }
    const refused = outcome.results.flatMap(({ index, error }) =>
      error === null ? [] : [{ content: chosen[index]?.content ?? '', message: error.message }],
    );
    setDialog({ name: 'bulk', decision, preview: { applied: chosen.length - refused.length, refused } });
  };

  const takeAll = (decision: Decision) => {
    setDialog(null);
    queue.selectNone();
    decisions.decide(chosen, decision);
  };

  const openDialog = (name: 'edit' | 'reject' | 'snooze') => {
    if (current !== undefined) setDialog({ name });
  };

  const openDuplicates = async () => {
    if (current === undefined) return;
    const node = await detailOf(current.id);
    const duplicates = node !== null && 'possibleDuplicates' in node ? (node.possibleDuplicates ?? []) : [];
    setDialog({ name: 'duplicate', choices: duplicates.map(({ candidate }) => candidate) });
  };

  const settleLabels = async (mutation: typeof AcceptLabelsMutation | typeof DismissLabelsMutation) => {
    if (current === undefined) return;
    const node = await detailOf(current.id);
    if (node?.__typename !== 'Memory' || !node.suggestedLabels?.length) return;
    const input = { memoryId: node.id, labels: node.suggestedLabels };
    const { data, error } = await client.mutation<Record<string, object>>(mutation, { input }).toPromise();
    const refusal = error?.message ?? refusalOf(Object.values(data ?? {})[0])?.message;
    if (refusal !== undefined) showRefusal(refusal);
  };

  return {
    count: decisions.count,
    dialog,
    close: () => setDialog(null),
    take,
    takeAll,
    openDialog,
    openDuplicates,
    undo: () => decisions.undo((id) => queue.items.find((one) => one.id === id)),
    acceptLabels: () => settleLabels(AcceptLabelsMutation),
    dismissLabels: () => settleLabels(DismissLabelsMutation),
  };
};

export type Review = ReturnType<typeof useReview>;
