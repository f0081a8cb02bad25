import {
  applyChange,
  getMemoryForUpdate,
  type ItemDecisionInput,
} from '#application/review/steps/change-item.ts';
import { returnItem } from '#application/review/steps/review-item.ts';
import { defineUseCase, type UseCaseContext } from '#application/use-case.ts';
import { decideReopening } from '#domain/contradictions/resolution.ts';
import { decideRegaining, decideReturn, decideWithdrawal } from '#domain/review/promotion.ts';
import { type Contradiction, ContradictionTable } from '#entities/contradiction.ts';
import type { Memory } from '#entities/memory.ts';
import { updateOfRow } from '#persistence/store/stored-rows.ts';
import { refusedResolution } from './resolve-contradiction.ts';
import { auditedContradiction, contradictionFacts, lockContradiction } from './steps/lock-contradiction.ts';

export interface ReopenContradictionOutcome {
  readonly contradictionId: string;
  readonly restoredIds: readonly string[];
}

/** Write and record: a side has the status again that the resolution took from it. */
const givePlaceBack = (useCase: UseCaseContext, loser: Memory): Promise<void> => {
  const wasCandidate = loser.status === 'INVALID';
  return applyChange(useCase, loser, wasCandidate ? 'memory.returned' : 'memory.restored', () => {
    loser.supersededById = null;
    loser.status = wasCandidate ? 'CANDIDATE' : 'ACTIVE';
    if (wasCandidate) {
      loser.reviewedBy = null;
      loser.reviewedAt = null;
      loser.rejectionReason = null;
    } else loser.validUntil = null;
  });
};

/**
 * Withdraws the merged memory by two steps of the table of transitions: returned, then rejected. The contradiction remembers it, so that a
 * later merge may use its words again.
 */
const withdraw = async (useCase: UseCaseContext, merged: Memory): Promise<void> => {
  const { viewer, now } = useCase;
  if (merged.status === 'INVALID') return;
  if (merged.status === 'ACTIVE')
    await applyChange(useCase, merged, 'memory.returned', () => {
      merged.status = 'CANDIDATE';
      merged.validFrom = null;
    });
  await applyChange(useCase, merged, 'memory.rejected', () => {
    merged.status = 'INVALID';
    merged.reviewedBy = viewer.user;
    merged.reviewedAt = now;
    merged.rejectionReason = 'The merge that made it was undone.';
  });
};

/** Undoes a resolution: the sides that it moved have their former status, the merged memory is withdrawn, the contradiction is open. */
export const reopenContradiction = defineUseCase<ItemDecisionInput, ReopenContradictionOutcome>(
  { mutation: 'reopenContradiction', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, expectedRevision } = command.input;
    const locked = await lockContradiction(useCase, id);
    const { contradiction, older, newer, sides } = locked;
    const { loserIds, mergedId, promotedId = null } = contradiction;
    const refusal = 'contradiction.reopening.refused';
    const target = { targetType: 'Contradiction', targetId: id } as const;
    const winner = [older, newer].find((side) => !loserIds.includes(side.id));

    const decision = decideReopening(
      { ...contradictionFacts(locked), loserIds, successorId: mergedId ?? winner?.id ?? null, promotedId },
      { expectedRevision: expectedRevision ?? null },
    );
    if (decision.outcome === 'refused') return refusedResolution(id, decision.violation, refusal);
    const losers = sides.filter(({ item }) => loserIds.includes(item.id));
    const promoted = sides.find(({ item }) => item.id === promotedId && item.status === 'ACTIVE');
    const merged = mergedId == null ? null : await getMemoryForUpdate(useCase, mergedId);
    for (const [{ refusedBy }, decide] of [
      ...losers.map((loser) => [loser, decideRegaining] as const),
      ...(merged ? [[merged, decideWithdrawal] as const] : []),
      ...(promoted ? [[promoted, decideReturn] as const] : []),
    ]) {
      const refused = await refusedBy(null, decide, refusal);
      if (refused) return { ...refused, ...target };
    }

    for (const { item } of losers) await givePlaceBack(useCase, item);
    if (merged) await withdraw(useCase, merged.item);
    if (promoted) await returnItem(useCase, promoted, null);
    const decided: Contradiction = {
      ...contradiction,
      status: 'OPEN',
      action: null,
      resolvedBy: null,
      resolvedAt: null,
      note: null,
      loserIds: [],
      promotedId: null,
      revision: contradiction.revision + 1,
    };
    useCase.session.send(updateOfRow(ContradictionTable, contradiction, decided));
    useCase.record([
      {
        action: 'contradiction.reopened',
        ...target,
        before: auditedContradiction(contradiction),
        after: auditedContradiction(decided),
      },
    ]);
    return {
      verdict: 'done',
      outcome: { contradictionId: id, restoredIds: losers.map(({ item }) => item.id) },
    };
  },
);
