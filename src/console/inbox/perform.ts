import type { TadaDocumentNode, VariablesOf } from '../api/graphql.ts';
import { refusalOf } from '../api/refusal.ts';
import { ReopenMutation, ResolveMutation } from '../contradictions/operations.ts';
import type { Decision } from './decision.ts';
import * as mutation from './mutations.ts';
import type { Entry } from './operations.ts';

/** Sends one mutation; throws when the API refuses the whole operation. */
export type Send = <Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

type ReviewInput = VariablesOf<typeof mutation.ReviewMutation>['input'];

/** The input for one decision on some candidates, each as the reviewer looked at it. */
const toReviewInput = (
  entries: readonly Entry[],
  decision: Decision & { readonly action: 'PROMOTE' | 'REJECT' },
): ReviewInput => ({
  decisions: entries.map(({ subject }) => ({
    id: subject.id,
    expectedRevision: 'revision' in subject ? subject.revision : null,
    ...(decision.action === 'PROMOTE'
      ? { action: 'PROMOTE', ...(decision.content === undefined ? {} : { content: decision.content }) }
      : { action: 'REJECT', reason: decision.reason, rejectionKind: decision.kind ?? null }),
  })),
  errorPolicy: 'SKIP_FAILED',
});

const message = (outcome: object | null | undefined): string | null => refusalOf(outcome)?.message ?? null;

/**
 * Asks the API for the decision on each entry, or with `dryRun` what it would say. Gives, entry by entry, null or why it was
 * refused.
 */
export const perform = async (
  send: Send,
  decision: Decision,
  entries: readonly Entry[],
  mode: { readonly dryRun: boolean },
): Promise<(string | null)[]> => {
  if (decision.action !== 'PROMOTE' && decision.action !== 'REJECT') {
    const messages: (string | null)[] = [];
    for (const entry of entries)
      messages.push(await performOne(send, decision, entry, mode).catch(({ message: why }) => why));
    return messages;
  }
  try {
    const input = { ...toReviewInput(entries, decision), ...mode, ...keyOf(mode) };
    const { reviewCandidates: outcome } = await send(mutation.ReviewMutation, { input });
    if (outcome.__typename !== 'ReviewCandidatesPayload') return entries.map(() => message(outcome));
    return entries.map((_, index) => outcome.results[index]?.error?.message ?? null);
  } catch (error) {
    return entries.map(() => (error as Error).message);
  }
};

const keyOf = ({ dryRun }: { readonly dryRun: boolean }) =>
  dryRun ? {} : { idempotencyKey: crypto.randomUUID() };

type OnOne = Exclude<Decision, { readonly action: 'PROMOTE' | 'REJECT' }>;

const performOne = async (
  send: Send,
  decision: OnOne,
  { id: entryId, subject }: Entry,
  mode: { readonly dryRun: boolean },
): Promise<string | null> => {
  const { id } = subject;
  const looked = {
    ...mode,
    ...keyOf(mode),
    expectedRevision: 'revision' in subject ? subject.revision : null,
  };
  const isEntity = subject.__typename === 'Entity';
  switch (decision.action) {
    case 'SNOOZE': {
      const input = { id: entryId, until: decision.until, ...mode };
      return message((await send(mutation.SnoozeMutation, { input })).snoozeInboxItem);
    }
    case 'ACCEPT_LABELS':
    case 'DISMISS_LABELS': {
      const labels = 'suggestedLabels' in subject ? (subject.suggestedLabels ?? []) : [];
      const input = { memoryId: id, labels, ...looked };
      return decision.action === 'ACCEPT_LABELS'
        ? message((await send(mutation.AcceptLabelsMutation, { input })).promoteLabels)
        : message((await send(mutation.DismissLabelsMutation, { input })).dismissLabels);
    }
    case 'VERIFY':
      return isEntity
        ? message((await send(mutation.VerifyEntityMutation, { input: { id, ...looked } })).verifyEntity)
        : message((await send(mutation.VerifyMemoryMutation, { input: { id, ...looked } })).verifyMemory);
    case 'EDIT': {
      const input = { id, content: decision.content, ...looked };
      return message((await send(mutation.EditMutation, { input })).editCandidate);
    }
    case 'RETIRE': {
      const input = { id, reason: decision.reason, ...looked };
      return isEntity
        ? message((await send(mutation.RetireEntityMutation, { input })).retireEntity)
        : message((await send(mutation.RetireMemoryMutation, { input })).retireMemory);
    }
    case 'RESOLVE': {
      const { as: action, mergedContent = null, note = null } = decision;
      const input = { id, action, mergedContent, note, ...looked };
      return message((await send(ResolveMutation, { input })).resolveContradiction);
    }
    case 'APPROVE_ROUTING':
    case 'REJECT_ROUTING': {
      const input = {
        id,
        decision: decision.action === 'APPROVE_ROUTING' ? ('APPROVE' as const) : ('REJECT' as const),
        note: decision.action === 'REJECT_ROUTING' ? decision.reason : null,
        ...looked,
      };
      return message((await send(mutation.DecideRoutingMutation, { input })).decideWorkflowItem);
    }
    case 'RELEASE':
      return message(
        (await send(mutation.ReleaseQuarantineMutation, { input: { id, ...mode } })).releaseQuarantine,
      );
  }
};

/** Takes a decision back, as the entry stands now. Gives null, or why it was refused. */
export const takeBack = async (
  send: Send,
  { action }: Decision,
  { id: entryId, subject }: Entry,
): Promise<string | null> => {
  const input = { id: subject.id, expectedRevision: 'revision' in subject ? subject.revision : null };
  switch (action) {
    case 'PROMOTE':
    case 'REJECT':
      return message((await send(mutation.ReturnMutation, { input })).returnToCandidate);
    case 'SNOOZE':
      return message(
        (await send(mutation.SnoozeMutation, { input: { id: entryId, until: null } })).snoozeInboxItem,
      );
    case 'RETIRE':
      return subject.__typename === 'Entity'
        ? message((await send(mutation.RestoreEntityMutation, { input })).restoreEntity)
        : message((await send(mutation.RestoreMemoryMutation, { input })).restoreMemory);
    case 'RESOLVE':
      return message((await send(ReopenMutation, { input })).reopenContradiction);
    default:
      return 'That cannot be taken back.';
  }
};
