import { auditedContradiction } from '#application/contradictions/steps/lock-contradiction.ts';
import type { UseCaseContext, Verdict } from '#application/use-case.ts';
import { verificationDueOf } from '#application/verification/steps/settle-verification.ts';
import { stands } from '#domain/contradictions/resolution.ts';
import { isForFewer } from '#domain/privacy/for-fewer.ts';
import {
  decidePromotion,
  decideRejection,
  decideReplacement,
  decideReplacementUndone,
  decideReturn,
  decideReturnByHand,
} from '#domain/review/promotion.ts';
import type { RejectionKind } from '#domain/review/rejection-kinds.ts';
import type { ItemFacts } from '#domain/review/types.ts';
import { type Contradiction, ContradictionTable } from '#entities/contradiction.ts';
import { lockOpenBetween } from '#persistence/contradictions/contradictions.ts';
import { findMemory } from '#persistence/review/locked-items.ts';
import { updateOfRow } from '#persistence/store/stored-rows.ts';
import {
  applyChange,
  type ItemOutcome,
  type ItemWithOthers,
  type LockedItem,
  lockedItem,
} from './change-item.ts';
import { type Item, isMemory, kindOf, targetOf } from './item.ts';

/**
 * A memory follows the entity that it graduates to: GRADUATED while that entity is active, ACTIVE again when it is not.
 * Nothing happens for an entity that came by the short path. The memory is locked already (`lockItems`).
 */
export const moveOrigin = async (
  useCase: UseCaseContext,
  item: Item,
  to: 'GRADUATED' | 'ACTIVE',
): Promise<void> => {
  if (isMemory(item) || item.graduatedFromId == null) return;
  const memory = await findMemory(useCase.session, item.graduatedFromId);
  if (!memory || memory.status !== (to === 'GRADUATED' ? 'ACTIVE' : 'GRADUATED')) return;
  await applyChange(useCase, memory, to === 'GRADUATED' ? 'memory.graduated' : 'memory.reclaimed', () => {
    memory.status = to;
  });
};

/** Write: an item leaves its place to another, which is promoted in the same step or stood already. */
export const leavePlace =
  ({ now }: UseCaseContext, successorId: string, successorPromoted: boolean) =>
  (item: Item): void => {
    item.status = 'SUPERSEDED';
    item.supersededById = successorId;
    item.successorPromoted = successorPromoted;
    item.validUntil = now;
  };

/** Write: an item that was superseded or retired has its place again. */
export const regainPlace = (item: Item): void => {
  item.status = 'ACTIVE';
  item.supersededById = null;
  item.successorPromoted = false;
  item.validUntil = null;
  item.retirementReason = null;
};

/** State of the items whose place a candidate was proposed to take; `others`: those of them that are locked and seen. */
export const predecessorsOf = (item: Item, others: readonly Item[]): ItemFacts['succeeds'] => {
  if (item.succeedsIds.length === 0) return 'none';
  const standing = others.filter((other) => stands(other.status) && !isForFewer(other, item));
  return item.succeedsIds.every((id) => standing.some((other) => other.id === id)) ? 'standing' : 'moved';
};

/** Write: an item that nobody looks after has the owner of what it takes the place of, seen by the same people. */
const inheritOwner = (item: Item, others: readonly Item[]): void => {
  if (item.ownerKind != null) return;
  const owned = others.find(
    ({ ownerKind, visibilityKey }) => ownerKind != null && visibilityKey === item.visibilityKey,
  );
  if (!owned) return;
  item.ownerKind = owned.ownerKind ?? null;
  item.ownerName = owned.ownerName ?? null;
};

/**
 * A reviewer vouches for a candidate: it becomes active, and the memory that it came from a pointer to it. `others`: the locked items
 * whose place it takes.
 */
export const promoteItem = async (
  useCase: UseCaseContext,
  { item, change }: LockedItem,
  others: readonly Item[],
  expectedRevision: number | null | undefined,
): Promise<Verdict<ItemOutcome>> => {
  const verdict = await change(expectedRevision, {
    decide: (facts, decisionInput) =>
      decidePromotion({ ...facts, succeeds: predecessorsOf(item, others) }, decisionInput),
    write: async (promoted, { to, inOwnWords }) => {
      promoted.status = to;
      promoted.wordingBy = inOwnWords ? useCase.viewer.user : null;
      promoted.reviewedBy = useCase.viewer.user;
      promoted.reviewedAt = useCase.now;
      promoted.validFrom = useCase.now;
      inheritOwner(promoted, others);
      // Evidence is looked for only where it has moved the confidence: a promotion does not wait for what is seldom there.
      if (isMemory(promoted))
        promoted.verifyBy = await verificationDueOf(useCase, promoted, {
          isVerified: promoted.writtenConfidence != null,
        });
    },
    action: `${kindOf(item)}.promoted`,
    refusal: `${kindOf(item)}.promotion.refused`,
  });
  if (verdict.verdict === 'done') await moveOrigin(useCase, item, 'GRADUATED');
  return verdict;
};

/** Write and record: the open contradictions between items that gave their place to a promoted one are resolved as merged. */
const closeMerged = async (
  { session, viewer, now, record }: UseCaseContext,
  merged: Item,
  others: readonly Item[],
): Promise<void> => {
  if (merged.succeedsIds.length < 2) return;
  const loserIds = others.filter((other) => other.supersededById === merged.id).map(({ id }) => id);
  for (const open of await lockOpenBetween(session, merged.succeedsIds)) {
    const resolved: Contradiction = {
      ...open,
      status: 'RESOLVED',
      action: 'MERGE',
      resolvedBy: viewer.user,
      resolvedAt: now,
      mergedId: merged.id,
      loserIds,
      revision: open.revision + 1,
    };
    session.send(updateOfRow(ContradictionTable, open, resolved));
    record([
      {
        action: 'contradiction.resolved',
        targetType: 'Contradiction',
        targetId: open.id,
        before: auditedContradiction(open),
        after: auditedContradiction(resolved),
      },
    ]);
  }
};

/**
 * Like `promoteItem`, for a candidate read with what it replaces (`getItemWith`): a believed item whose source now says
 * the candidate's words is superseded in the same step.
 */
export const promoteInPlace = async (
  useCase: UseCaseContext,
  locked: ItemWithOthers,
  expectedRevision: number | null | undefined,
): Promise<Verdict<ItemOutcome>> => {
  const { item, others } = locked;
  const verdict = await promoteItem(useCase, locked, others, expectedRevision);
  if (verdict.verdict === 'done') {
    for (const replaced of others)
      await lockedItem(useCase, replaced).change(null, {
        decide: (facts, decisionInput) =>
          decideReplacement(
            facts,
            { isForFewer: !item.succeedsIds.includes(replaced.id) && isForFewer(item, replaced) },
            decisionInput,
          ),
        write: leavePlace(useCase, item.id, true),
        action: `${kindOf(replaced)}.superseded`,
        refusal: `${kindOf(replaced)}.superseding.refused`,
      });
    await closeMerged(useCase, item, others);
  }
  return verdict;
};

export interface Rejection {
  readonly reason: string;
  /** Kind of the reason; absent when none is given. */
  readonly rejectionKind?: RejectionKind | null | undefined;
}

/** A reviewer rejects a candidate and says why; the memory that it came from is given back. */
export const rejectItem = (
  useCase: UseCaseContext,
  { item, change }: LockedItem,
  expectedRevision: number | null | undefined,
  { reason, rejectionKind }: Rejection,
): Promise<Verdict<ItemOutcome>> =>
  change(expectedRevision, {
    decide: decideRejection,
    write: (rejected, { to }) => {
      rejected.status = to;
      rejected.reviewedBy = useCase.viewer.user;
      rejected.reviewedAt = useCase.now;
      rejected.rejectionReason = reason;
      rejected.rejectionKind = rejectionKind ?? null;
    },
    action: `${kindOf(item)}.rejected`,
    refusal: `${kindOf(item)}.rejection.refused`,
  });

/** The undo of promoting and of rejecting: the item stands in the queue again, and its origin is given back. */
export const returnItem = async (
  useCase: UseCaseContext,
  { item, change }: LockedItem,
  expectedRevision: number | null | undefined,
  reason: string | null = null,
  decide: typeof decideReturn = decideReturn,
): Promise<Verdict<ItemOutcome>> => {
  // Only the entity that the memory became gives it back; there may be several proposals.
  const wasActive = item.status === 'ACTIVE';
  const verdict = await change(expectedRevision, {
    decide,
    write: (returned, { to }) => {
      returned.status = to;
      returned.reviewedBy = null;
      returned.reviewedAt = null;
      returned.rejectionReason = null;
      returned.rejectionKind = null;
      returned.returnReason = reason;
      returned.validFrom = null;
      returned.wordingBy = null;
      returned.verifyBy = null;
      returned.verifyBySet = false;
      // A candidate that lost its place to another's stands again.
      returned.supersededById = null;
    },
    action: `${kindOf(item)}.returned`,
    refusal: `${kindOf(item)}.return.refused`,
  });
  if (verdict.verdict === 'done' && wasActive) await moveOrigin(useCase, item, 'ACTIVE');
  return verdict;
};

/**
 * Like `returnItem`, for an item that a person returns, read with what it displaced (`getItemWith`): items that its
 * promotion superseded are active again. Those that it superseded while it was active were restored before. Refused to the author of
 * one of them, who would make their own words believed again.
 */
export const returnFromPlace = async (
  useCase: UseCaseContext,
  locked: ItemWithOthers,
  expectedRevision: number | null | undefined,
  reason: string | null,
): Promise<Verdict<ItemOutcome>> => {
  const { item, others } = locked;
  const holdsPlace = others.some(
    ({ status, successorPromoted }) => status === 'SUPERSEDED' && !successorPromoted,
  );
  const restored = others
    .filter(({ successorPromoted }) => successorPromoted)
    .map((other) => lockedItem(useCase, other));
  const target = { targetType: targetOf(item), targetId: item.id } as const;
  for (const displaced of restored) {
    const refused = await displaced.refusedBy(
      null,
      decideReplacementUndone,
      `${kindOf(item)}.return.refused`,
    );
    if (refused) return { ...refused, ...target };
  }
  const verdict = await returnItem(useCase, locked, expectedRevision, reason, (facts, decisionInput) =>
    decideReturnByHand({ ...facts, holdsPlace }, decisionInput),
  );
  if (verdict.verdict === 'done')
    for (const { item: displaced, change } of restored) {
      await change(null, {
        decide: decideReplacementUndone,
        write: regainPlace,
        action: `${kindOf(displaced)}.restored`,
        refusal: `${kindOf(displaced)}.restoring.refused`,
      });
      if (displaced.status === 'ACTIVE') await moveOrigin(useCase, displaced, 'GRADUATED');
    }
  return verdict;
};
