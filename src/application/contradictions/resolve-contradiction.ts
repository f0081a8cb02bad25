import { findVisibleRepetition } from '#application/ingestion/steps/fingerprints.ts';
import { sortedSet } from '#application/input-shape.ts';
import { auditedItem } from '#application/review/steps/audited-item.ts';
import { applyChange, type LockedItem } from '#application/review/steps/change-item.ts';
import { claimed } from '#application/review/steps/claimed-refusal.ts';
import { assertRoomInQueue } from '#application/review/steps/pending-limit.ts';
import { predecessorsOf, promoteItem } from '#application/review/steps/review-item.ts';
import { wordingOf, writeMemory } from '#application/review/steps/write-memory.ts';
import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase, type UseCaseContext } from '#application/use-case.ts';
import type { ResolutionAction } from '#domain/contradictions/contradictions.ts';
import { type MergedVisibility, mergedLabels } from '#domain/contradictions/merged-visibility.ts';
import {
  decideResolution,
  type ResolutionViolation,
  resolutionMessage,
} from '#domain/contradictions/resolution.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { decideLosing, decidePromotion } from '#domain/review/promotion.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import { saysMore } from '#domain/review/wording.ts';
import { type Contradiction, ContradictionTable } from '#entities/contradiction.ts';
import type { Memory } from '#entities/memory.ts';
import { findClaim } from '#persistence/review/locked-items.ts';
import { updateOfRow } from '#persistence/store/stored-rows.ts';
import {
  auditedContradiction,
  contradictionFacts,
  type LockedContradiction,
  lockContradiction,
} from './steps/lock-contradiction.ts';

export interface ResolveContradictionInput extends CommonInput {
  readonly id: string;
  readonly action: ResolutionAction;
  /** For MERGE, and for nothing else. */
  readonly mergedContent?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly expectedRevision?: number | null | undefined;
}

export interface ResolveContradictionOutcome {
  readonly contradictionId: string;
  readonly supersededIds: readonly string[];
  readonly mergedId: string | null;
  /** The merged memory where it waits for somebody else to promote it. */
  readonly proposedId: string | null;
  /** The side that was promoted in the same step. */
  readonly promotedId: string | null;
}

const assertShape = ({ action, mergedContent, note }: ResolveContradictionInput): void => {
  const path = ['mergedContent'];
  if (action === 'MERGE')
    assertStorableText(mergedContent ?? '', {
      name: 'The merged content',
      path,
      min: 1,
      max: maxContentLength,
    });
  else if (mergedContent != null)
    throw new DomainError(
      'input.invalid',
      `The merged content is for MERGE; the action is ${action}. Leave it out.`,
      path,
    );
  if (note != null)
    assertStorableText(note, { name: 'The note', path: ['note'], min: 1, max: maxSummaryLength });
};

/** A refusal of a resolution, or of its undo, as it is recorded. */
export const refusedResolution = (
  contradictionId: string,
  violation: ResolutionViolation,
  action: 'contradiction.resolution.refused' | 'contradiction.reopening.refused',
) =>
  ({
    verdict: 'refused',
    error: new DomainError(violation.code, resolutionMessage(violation), [
      violation.code === 'conflict.stale_revision' ? 'expectedRevision' : 'id',
    ]),
    action,
    targetType: 'Contradiction',
    targetId: contradictionId,
  }) as const;

/** Writes the merged memory in the reviewer's words: with the labels of both sides, for those who see both, without a mandate. */
const writeMerged = async (
  useCase: UseCaseContext,
  { older, newer }: LockedContradiction,
  content: string,
  { owner, audience }: MergedVisibility,
  status: 'ACTIVE' | 'CANDIDATE',
): Promise<Memory> => {
  const merged = await writeMemory(useCase, {
    project: newer.project,
    kind: newer.kind,
    content,
    summary: null,
    subjectId: older.subjectId === newer.subjectId ? (newer.subjectId ?? null) : null,
    domain: newer.domain ?? older.domain ?? null,
    tags: sortedSet([...older.tags, ...newer.tags]),
    contributor: owner ?? useCase.viewer.user,
    audience,
    isPersonal: owner !== null,
    sensitivityLabels: mergedLabels(older.sensitivityLabels, newer.sensitivityLabels),
    status,
    ...(status === 'CANDIDATE' ? { succeedsIds: [older.id, newer.id] } : {}),
  });
  useCase.record([
    {
      action: 'memory.merged',
      targetType: 'Memory',
      targetId: merged.id,
      before: null,
      after: auditedItem(merged),
    },
  ]);
  return merged;
};

/** Write and record: a side loses its place. A believed one is superseded from now on, a candidate is rejected. */
const supersedeLoser = (useCase: UseCaseContext, loser: Memory, successorId: string): Promise<void> => {
  const wasCandidate = loser.status === 'CANDIDATE';
  return applyChange(useCase, loser, wasCandidate ? 'memory.rejected' : 'memory.superseded', () => {
    loser.supersededById = successorId;
    loser.status = wasCandidate ? 'INVALID' : 'SUPERSEDED';
    if (wasCandidate) {
      loser.reviewedBy = useCase.viewer.user;
      loser.reviewedAt = useCase.now;
      loser.rejectionReason = 'It contradicts another memory, which took its place.';
    } else loser.validUntil = useCase.now;
  });
};

const refusal = 'contradiction.resolution.refused';

/** The refusal of a merge in words that another memory has which the actor sees; null when none has them. */
const refusedRepetition = async (
  useCase: UseCaseContext,
  { contradiction: { id, mergedId }, older, newer }: LockedContradiction,
  content: string,
) => {
  const wording = wordingOf({ project: newer.project, kind: newer.kind, content });
  const itself = [older.id, newer.id, ...(mergedId == null ? [] : [mergedId])];
  if ((await findVisibleRepetition(useCase, wording, itself)) === null) return null;
  const message = violationMessage({ code: 'memory.duplicate' });
  return {
    verdict: 'refused',
    error: new DomainError('memory.duplicate', message, ['mergedContent']),
    action: refusal,
    targetType: 'Contradiction',
    targetId: id,
  } as const;
};

/** The first refusal of the rules for a side that loses its place, or one that is promoted; null when they allow all. */
const refusedSide = async (
  { contradiction: { id }, older, newer }: LockedContradiction,
  losers: readonly LockedItem<Memory>[],
  promoted: readonly LockedItem<Memory>[],
) => {
  const target = { targetType: 'Contradiction', targetId: id } as const;
  for (const { refusedBy } of losers) {
    const refused = await refusedBy(null, decideLosing, refusal);
    if (refused) return { ...refused, ...target };
  }
  for (const { item, refusedBy } of promoted) {
    const refused = await refusedBy(
      item.revision,
      (facts, decisionInput) =>
        decidePromotion({ ...facts, succeeds: predecessorsOf(item, [older, newer]) }, decisionInput),
      refusal,
    );
    if (refused) return { ...refused, ...target };
  }
  return null;
};

/** Write and record: the contradiction with what was decided about it. */
const saveResolution = (
  { session, viewer, now, record }: UseCaseContext,
  contradiction: Contradiction,
  decided: Pick<Contradiction, 'action' | 'note' | 'mergedId' | 'loserIds' | 'promotedId'>,
): void => {
  const resolved: Contradiction = {
    ...contradiction,
    ...decided,
    status: 'RESOLVED',
    resolvedBy: viewer.user,
    resolvedAt: now,
    revision: contradiction.revision + 1,
  };
  session.send(updateOfRow(ContradictionTable, contradiction, resolved));
  record([
    {
      action: 'contradiction.resolved',
      targetType: 'Contradiction',
      targetId: contradiction.id,
      before: auditedContradiction(contradiction),
      after: auditedContradiction(resolved),
    },
  ]);
};

/** A reviewer resolves a contradiction, and the resolution takes effect. Undone by `reopenContradiction`. */
export const resolveContradiction = defineUseCase<ResolveContradictionInput, ResolveContradictionOutcome>(
  { mutation: 'resolveContradiction', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, action, mergedContent, note, expectedRevision } = command.input;
    assertShape(command.input);
    const locked = await lockContradiction(useCase, id);
    const { contradiction, older, newer, sides } = locked;

    const claimedBy = useCase.takeOver ? null : await findClaim(useCase.session, id, useCase.now);
    if (claimedBy !== null) return claimed(claimedBy, refusal, 'Contradiction', id);
    const content = mergedContent ?? '';
    const decision = decideResolution(contradictionFacts(locked), {
      action,
      expectedRevision: expectedRevision ?? null,
      saysMore: saysMore([content], { former: [older.content, newer.content], further: [] }),
      fourEyes: useCase.dependencies.settings.fourEyes,
    });
    if (decision.outcome === 'refused') return refusedResolution(id, decision.violation, refusal);
    const repeated = decision.merged && (await refusedRepetition(useCase, locked, content));
    if (repeated) return repeated;
    if (decision.outcome === 'proposed') {
      await assertRoomInQueue(useCase);
      const { id: proposedId } = await writeMerged(useCase, locked, content, decision.merged, 'CANDIDATE');
      return {
        verdict: 'done',
        outcome: { contradictionId: id, supersededIds: [], mergedId: null, proposedId, promotedId: null },
      };
    }

    const losers = sides.filter(({ item }) => decision.losers.some((loser) => loser.id === item.id));
    const promoted = decision.promotesWinner
      ? sides.find(({ item }) => item.id === decision.winner?.id)
      : undefined;
    // A merged memory is believed at once, and so the actor vouches for its sides.
    const vouchedFor = decision.merged ? losers.filter(({ item }) => item.status === 'CANDIDATE') : [];
    const refused = await refusedSide(locked, losers, promoted ? [promoted] : vouchedFor);
    if (refused) return refused;

    if (promoted) await promoteItem(useCase, promoted, [older, newer], promoted.item.revision);
    const merged =
      decision.merged && (await writeMerged(useCase, locked, content, decision.merged, 'ACTIVE'));
    const successorId = merged?.id ?? decision.winner?.id;
    if (successorId !== undefined)
      for (const { item } of losers) await supersedeLoser(useCase, item, successorId);
    const loserIds = losers.map(({ item }) => item.id);
    const mergedId = merged?.id ?? null;
    const promotedId = promoted?.item.id ?? null;
    saveResolution(useCase, contradiction, { action, note: note ?? null, mergedId, loserIds, promotedId });
    return {
      verdict: 'done',
      outcome: { contradictionId: id, supersededIds: loserIds, mergedId, proposedId: null, promotedId },
    };
  },
);
