import { getMemoryForUpdate, type LockedItem, lockItems } from '#application/review/steps/change-item.ts';
import { notFound, type UseCaseContext } from '#application/use-case.ts';
import type { Contradiction } from '#entities/contradiction.ts';
import type { Memory } from '#entities/memory.ts';
import { findContradiction, lockContradictionRow } from '#persistence/contradictions/contradictions.ts';

export interface LockedContradiction {
  readonly contradiction: Contradiction;
  /** A. */
  readonly older: Memory;
  /** B. */
  readonly newer: Memory;
  /** Both, for decisions about them. */
  readonly sides: readonly LockedItem<Memory>[];
}

/**
 * Read: a contradiction with its sides, all of it locked until the use case ends, memories first. Throws `not_found`
 * where the actor does not see both sides.
 */
export const lockContradiction = async (
  useCase: UseCaseContext,
  id: string,
): Promise<LockedContradiction> => {
  const { session } = useCase;
  const seen = await findContradiction(session, id);
  if (!seen) throw notFound();
  const ids = [seen.olderId, seen.newerId];
  await lockItems(useCase, seen.mergedId == null ? ids : [...ids, seen.mergedId]);
  const older = await getMemoryForUpdate(useCase, seen.olderId);
  const newer = await getMemoryForUpdate(useCase, seen.newerId);
  // Another decision may have been made while this waited.
  const contradiction = await lockContradictionRow(session, id);
  if (!contradiction) throw notFound();
  return { contradiction, older: older.item, newer: newer.item, sides: [older, newer] };
};

/** Facts that the rules of resolution need. */
export const contradictionFacts = ({ contradiction, older, newer }: LockedContradiction) => ({
  status: contradiction.status,
  revision: contradiction.revision,
  older: sideOf(older),
  newer: sideOf(newer),
});

const sideOf = ({ id, status, supersededById, handAuthored, isPersonal, contributor, audience }: Memory) => ({
  id,
  status,
  supersededById: supersededById ?? null,
  handAuthored,
  isPersonal,
  contributor,
  audience,
});

/** Audited fields of a contradiction, before and after; no text of a judge. */
export const auditedContradiction = ({
  status,
  revision,
  severity,
  olderId,
  newerId,
  action,
  note,
  mergedId,
  loserIds,
  promotedId,
}: Contradiction) => ({
  status,
  revision,
  severity,
  olderId,
  newerId,
  action,
  note,
  mergedId,
  loserIds: [...loserIds],
  promotedId,
});
