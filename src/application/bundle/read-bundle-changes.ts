import type { AppDependencies } from '#application/app-dependencies.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import type { Reads } from '#persistence/reading/loaders.ts';
import { readBundle } from './read-bundle.ts';
import { isGivenTo, verifyReceipt } from './verify-receipt.ts';

/** Why a delivered memory is delivered no more; what became hidden cannot be distinguished from what is gone. */
export const endingReasons = ['SUPERSEDED', 'RETIRED', 'RETURNED', 'NO_LONGER_AVAILABLE'] as const;
export type EndingReason = (typeof endingReasons)[number];

export interface BundleChanges {
  /** In the order of the bundle. */
  readonly ended: readonly {
    readonly id: string;
    readonly reason: EndingReason;
    readonly replacedById: string | null;
  }[];
  readonly changedIds: readonly string[];
  /** Delivered memories in an open hard contradiction. */
  readonly contradictedIds: readonly string[];
  readonly addedIds: readonly string[];
}

/** Why a memory in a status, or one that the viewer does not see (undefined), is delivered no more. */
export const endingReasonOf = (status: ItemStatus | 'QUARANTINED' | undefined): EndingReason => {
  switch (status) {
    case undefined:
    case 'ERASED':
    case 'QUARANTINED':
      return 'NO_LONGER_AVAILABLE';
    case 'SUPERSEDED':
    case 'RETIRED':
      return status;
    default:
      return 'RETURNED';
  }
};

/**
 * Compares a delivered bundle with the present, under the viewer's present permissions: what ended and what replaced it,
 * what was reworded, and what the same request would add (`task` must be given again: a receipt keeps no text). Null for
 * a receipt that the viewer does not see; additions are shown to its recipient only.
 */
export const readBundleChanges = async (
  dependencies: AppDependencies,
  reads: Reads,
  receiptId: string,
  task: string | null = null,
): Promise<BundleChanges | null> => {
  const verified = await verifyReceipt(dependencies, reads, receiptId);
  if (verified === null) return null;
  const { receipt, changes, present } = verified;
  const ended = changes
    .filter(({ change }) => change !== 'REWORDED')
    .map(({ itemId }) => {
      const now = present.get(itemId);
      return { id: itemId, reason: endingReasonOf(now?.status), replacedById: now?.supersededById ?? null };
    });
  const isOver = new Set(ended.map(({ id }) => id));
  const standing = receipt.items.map(({ id }) => id).filter((id) => present.has(id) && !isOver.has(id));
  const delivered = new Set(receipt.items.map(({ id }) => id));
  const { project, subjectId, tokenBudget } = receipt.context;
  const now = isGivenTo(reads.viewer, receipt)
    ? await readBundle(dependencies, reads.session, { project, subjectId, task }, tokenBudget)
    : null;
  const warnings = await Promise.all(
    standing.map(async (id) => [id, await reads.loaders.warningFacts.load(id)] as const),
  );
  return {
    ended,
    changedIds: changes.filter(({ change }) => change === 'REWORDED').map(({ itemId }) => itemId),
    contradictedIds: warnings.filter(([, facts]) => (facts?.contradictions ?? 0) > 0).map(([id]) => id),
    addedIds: (now?.items ?? []).map(({ id }) => id).filter((id) => !delivered.has(id)),
  };
};
