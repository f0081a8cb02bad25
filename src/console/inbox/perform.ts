import { RequestRefused } from '../api/client.ts';
import type { TadaDocumentNode, VariablesOf } from '../api/graphql.ts';
import { type Refusal, refusalOf } from '../api/refusal.ts';
import { ReopenMutation, ResolveMutation } from '../contradictions/operations.ts';
import type { Decision } from './decision.ts';
import { isLeaving, onLeaving } from './delayed.ts';
import * as mutation from './mutations.ts';
import type { Failed } from './outcomes.ts';
import type { Target } from './taken.ts';

/** Sends one mutation; throws when the API refuses the whole operation. */
export type Send = <Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

type ReviewInput = VariablesOf<typeof mutation.ReviewMutation>['input'];

/** The input for one decision on some candidates, each as the reviewer looked at it. */
const toReviewInput = (
  targets: readonly Target[],
  decision: Decision & { readonly action: 'PROMOTE' | 'REJECT' },
): ReviewInput => ({
  decisions: targets.map(({ subject }) => ({
    id: subject.id,
    expectedRevision: subject.revision ?? null,
    ...(decision.action === 'PROMOTE'
      ? { action: 'PROMOTE', ...(decision.content === undefined ? {} : { content: decision.content }) }
      : { action: 'REJECT', reason: decision.reason, rejectionKind: decision.kind ?? null }),
  })),
  errorPolicy: 'SKIP_FAILED',
});

/** How a decision is sent: as a question what it would do, or in earnest, always under the same key. */
type Mode =
  | { readonly dryRun: true }
  | { readonly dryRun: false; readonly key: string; readonly takeOver: boolean };

const refused = (why: Refusal | null): Failed | null =>
  why === null
    ? null
    : { state: 'refused', message: why.message, isLate: why.code === 'conflict.stale_revision' };
const unsent = (error: unknown): Failed => ({
  state: 'unsent',
  message: (error as Error).message,
  mayHaveArrived: !(error instanceof RequestRefused && error.code === 'NOT_SENT'),
});

/**
 * Asks the API for the decision on each entry, or what it would say. Gives, entry by entry, null or why it was not
 * carried out; `onAnswer` is called with each as it comes. Entries that are asked one after the other leave all at once
 * with their page.
 */
export const perform = async (
  send: Send,
  decision: Decision,
  targets: readonly Target[],
  mode: Mode,
  onAnswer: (target: Target, failure: Failed | null) => void = () => {},
): Promise<(Failed | null)[]> => {
  if (decision.action !== 'PROMOTE' && decision.action !== 'REJECT') {
    const answers = new Map<Target, Promise<Failed | null>>();
    const ask = (target: Target): Promise<Failed | null> => {
      const answer =
        answers.get(target) ??
        performOne(send, decision, target, mode)
          .then(refused, unsent)
          .then((failure) => {
            onAnswer(target, failure);
            return failure;
          });
      answers.set(target, answer);
      return answer;
    };
    const askAll = () => {
      if (!mode.dryRun) for (const target of targets) void ask(target);
    };
    if (isLeaving) askAll();
    const end = onLeaving(askAll);
    const failures: (Failed | null)[] = [];
    for (const target of targets) failures.push(await ask(target));
    end();
    return failures;
  }
  const failures = await reviewAll(send, decision, targets, mode);
  for (const [index, target] of targets.entries()) onAnswer(target, failures[index] ?? null);
  return failures;
};

/** Asks for all of them in one request. */
const reviewAll = async (
  send: Send,
  decision: Decision & { readonly action: 'PROMOTE' | 'REJECT' },
  targets: readonly Target[],
  mode: Mode,
): Promise<(Failed | null)[]> => {
  try {
    const input = { ...toReviewInput(targets, decision), dryRun: mode.dryRun, ...inEarnest(mode, 'all') };
    const { reviewCandidates: outcome } = await send(mutation.ReviewMutation, { input });
    if (outcome.__typename !== 'ReviewCandidatesPayload')
      return targets.map(() => refused(refusalOf(outcome)));
    return targets.map((_, index) => refused(outcome.results[index]?.error ?? null));
  } catch (error) {
    return targets.map(() => unsent(error));
  }
};

const inEarnest = (mode: Mode, part: string) =>
  mode.dryRun ? {} : { idempotencyKey: `${mode.key}.${part}`, ...(mode.takeOver ? { takeOver: true } : {}) };

type OnOne = Exclude<Decision, { readonly action: 'PROMOTE' | 'REJECT' }>;

const performOne = async (
  send: Send,
  decision: OnOne,
  { id: entryId, subject }: Target,
  mode: Mode,
): Promise<Refusal | null> => {
  const { id } = subject;
  const { dryRun } = mode;
  /** Inputs of mutations without `takeOver`. */
  const once = (what: string) => ({
    dryRun,
    ...(mode.dryRun ? {} : { idempotencyKey: `${mode.key}.${what}` }),
  });
  const looked = { dryRun, ...inEarnest(mode, id), expectedRevision: subject.revision ?? null };
  switch (decision.action) {
    case 'SNOOZE': {
      const input = { id: entryId, until: decision.until, ...once(entryId) };
      return refusalOf((await send(mutation.SnoozeMutation, { input })).snoozeInboxItem);
    }
    case 'ACCEPT_LABELS':
    case 'DISMISS_LABELS': {
      const labels = [...(subject.suggestedLabels ?? [])];
      const input = { id, labels, ...looked };
      return decision.action === 'ACCEPT_LABELS'
        ? refusalOf((await send(mutation.AcceptLabelsMutation, { input })).promoteLabels)
        : refusalOf((await send(mutation.DismissLabelsMutation, { input })).dismissLabels);
    }
    case 'VERIFY':
      return refusalOf((await send(mutation.VerifyMutation, { input: { id, ...looked } })).verify);
    case 'EDIT': {
      const input = { id, content: decision.content, ...looked };
      return refusalOf((await send(mutation.EditMutation, { input })).editItem);
    }
    case 'SUPERSEDE': {
      const input = { id, supersededById: decision.by, ...looked };
      return refusalOf((await send(mutation.SupersedeMutation, { input })).supersede);
    }
    case 'REPLACE': {
      const input = { id: decision.over, supersededById: id, dryRun, ...inEarnest(mode, id) };
      return refusalOf((await send(mutation.SupersedeMutation, { input })).supersede);
    }
    case 'HOLD': {
      const { holdsFrom, holdsUntil } = decision;
      const input = { id, holdsFrom, holdsUntil, ...looked };
      return refusalOf((await send(mutation.SetHoldingMutation, { input })).setHolding);
    }
    case 'RETIRE': {
      const input = { id, reason: decision.reason, ...looked };
      return refusalOf((await send(mutation.RetireMutation, { input })).retire);
    }
    case 'DISMISS_DISPUTE':
    case 'UPHOLD_DISPUTE': {
      const verdict = decision.action === 'UPHOLD_DISPUTE' ? ('UPHELD' as const) : ('DISMISSED' as const);
      const input = { id, verdict, note: decision.reason, ...looked };
      return refusalOf((await send(mutation.SettleDisputeMutation, { input })).settleDispute);
    }
    case 'GRANT_PERSONAL':
    case 'DECLINE_PERSONAL': {
      const input = { id, isPersonal: decision.action === 'GRANT_PERSONAL', ...looked };
      return refusalOf((await send(mutation.SetPersonalMutation, { input })).setMemoryPersonal);
    }
    case 'RESOLVE': {
      const { as: action, mergedContent = null, note = null } = decision;
      const input = { id, action, mergedContent, note, ...looked };
      return refusalOf((await send(ResolveMutation, { input })).resolveContradiction);
    }
    case 'APPROVE_ROUTING':
    case 'REJECT_ROUTING': {
      const input = {
        id,
        decision: decision.action === 'APPROVE_ROUTING' ? ('APPROVE' as const) : ('REJECT' as const),
        note: decision.action === 'REJECT_ROUTING' ? decision.reason : null,
        ...looked,
      };
      return refusalOf((await send(mutation.DecideRoutingMutation, { input })).decideWorkflowItem);
    }
    case 'ACCEPT_CHANGE': {
      const input = { id, dryRun, ...inEarnest(mode, id) };
      return refusalOf((await send(mutation.AcceptChangeMutation, { input })).acceptSourceChange);
    }
    case 'DECLINE_CHANGE': {
      const input = { id, reason: decision.reason, dryRun, ...inEarnest(mode, id) };
      return refusalOf((await send(mutation.DeclineChangeMutation, { input })).declineSourceChange);
    }
    case 'READ_WAVE':
      return refusalOf(
        (await send(mutation.ReadWaveMutation, { input: { waveId: id, ...once(id) } })).extractWave,
      );
    case 'LEAVE_WAVE':
      return refusalOf(
        (await send(mutation.LeaveWaveMutation, { input: { waveId: id, ...once(id) } })).stopExtraction,
      );
    case 'RELEASE':
      return refusalOf(
        (await send(mutation.ReleaseQuarantineMutation, { input: { id, ...once(id) } })).releaseQuarantine,
      );
  }
};

/** Why an undo was refused; a later change is left alone, and named as the reason. */
const undoRefusal = (outcome: object | null | undefined): string | null => {
  const refusal = refusalOf(outcome);
  return refusal?.code === 'conflict.stale_revision'
    ? 'It has changed since your decision, so nothing was taken back. Its timeline shows who changed it.'
    : (refusal?.message ?? null);
};

/**
 * Takes a decision back, or asks whether it still can be. Gives null, or why it was refused.
 *
 * @param revision the revision that the decision left; null for an entry without one. What somebody changed since is left alone.
 * @param key the idempotency key of this undo: it has one effect, however often it is sent; null only asks.
 */
export const takeBack = async (
  { send, read }: { readonly send: Send; readonly read: Send },
  decision: Decision,
  { id: entryId, subject }: Target,
  revision: number | null,
  key: string | null,
): Promise<string | null> => {
  const { id } = subject;
  const modeFor = (what: string) =>
    key === null ? { dryRun: true } : { dryRun: false, idempotencyKey: `${key}.${what}` };
  const input = { id, expectedRevision: revision, ...modeFor(id) };
  switch (decision.action) {
    case 'PROMOTE':
    case 'REJECT': {
      const { returnToCandidate: returned } = await send(mutation.ReturnMutation, { input });
      const refusal = undoRefusal(returned);
      if (refusal !== null || key === null || !('content' in decision)) return refusal;
      // The words that it had when it was decided; an item keeps all of them.
      const { node } = await read(mutation.WordingsQuery, { id });
      const wordings = node !== null && 'revisions' in node ? node.revisions.nodes : [];
      const former = wordings.findLast((one) => one.revision <= (subject.revision ?? 0));
      if (former === undefined) return 'It is a candidate again, but its former words were not found.';
      const expectedRevision =
        returned.__typename === 'ItemPayload' ? (returned.item?.revision ?? null) : null;
      const edit = { id, content: former.content, expectedRevision, idempotencyKey: `${key}.${id}.words` };
      return undoRefusal((await send(mutation.EditMutation, { input: edit })).editItem);
    }
    case 'HOLD':
      return undoRefusal(
        (await send(mutation.SetHoldingMutation, { input: { ...input, ...decision.before } })).setHolding,
      );
    case 'SNOOZE':
      return Date.parse(decision.until) <= Date.now()
        ? 'It is not snoozed any more.'
        : undoRefusal(
            (
              await send(mutation.SnoozeMutation, {
                input: { id: entryId, until: null, ...modeFor(entryId) },
              })
            ).snoozeInboxItem,
          );
    case 'REPLACE':
      return undoRefusal(
        (await send(mutation.RestoreMutation, { input: { ...input, id: decision.over } })).restore,
      );
    case 'RETIRE':
    case 'SUPERSEDE':
      return undoRefusal((await send(mutation.RestoreMutation, { input })).restore);
    case 'RESOLVE':
      return undoRefusal((await send(ReopenMutation, { input })).reopenContradiction);
    default:
      return 'That cannot be taken back.';
  }
};
