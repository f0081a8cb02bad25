import type { UseCaseContext, Verdict } from '#application/use-case.ts';
import { decideMemorySuperseding } from '#domain/review/promotion.ts';
import type { Memory } from '#entities/memory.ts';
import { changeItem, type ItemOutcome, refusedBy } from './change-item.ts';
import { leavePlace, promoteItem } from './review-item.ts';
import { successorFacts } from './successor-facts.ts';

/**
 * Another memory takes the place of a memory; both are locked. A successor that is a candidate is promoted first:
 * `restoreMemory` returns it.
 */
export const supersedeLockedMemory = async (
  useCase: UseCaseContext,
  memory: Memory,
  successor: Memory,
  expectedRevision: number | null | undefined,
): Promise<Verdict<ItemOutcome>> => {
  const refused = await refusedBy(
    useCase,
    memory,
    expectedRevision,
    (facts, decisionInput) =>
      decideMemorySuperseding({ ...facts, successor: successorFacts(memory, successor) }, decisionInput),
    'memory.superseding.refused',
  );
  if (refused) return refused;
  const successorPromoted = successor.status === 'CANDIDATE';
  if (successorPromoted) {
    const promoted = await promoteItem(useCase, successor, [memory], null);
    if (promoted.verdict === 'refused') return promoted;
  }
  return changeItem(useCase, memory, expectedRevision, {
    decide: () => ({ outcome: 'applied', to: 'SUPERSEDED' }) as const,
    write: leavePlace(useCase, successor.id, successorPromoted),
    action: 'memory.superseded',
    refusal: 'memory.superseding.refused',
  });
};
