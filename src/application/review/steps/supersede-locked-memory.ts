import type { UseCaseContext, Verdict } from '#application/use-case.ts';
import { decideMemorySuperseding } from '#domain/review/promotion.ts';
import type { Memory } from '#entities/memory.ts';
import { changeItem, type ItemOutcome, refusedBy, saveItem } from './change-item.ts';
import { promoteItem } from './review-item.ts';
import { successorFacts } from './successor-facts.ts';

/** A successor that was promoted for a memory stands for itself once that memory has its place again: no later undo returns it to the queue. */
export const forgetPromotion = (useCase: UseCaseContext, successor: Memory, predecessorId: string): void => {
  if (successor.promotedForId !== predecessorId) return;
  const before = { ...successor };
  successor.promotedForId = null;
  saveItem(useCase, before, successor);
};

/** Another memory takes the place of a memory; both are locked. A successor that is a candidate is promoted first, and linked, so that `restoreMemory` returns it. */
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
  if (successor.status === 'CANDIDATE') {
    const promoted = await promoteItem(useCase, successor, null, memory.id);
    if (promoted.verdict === 'refused') return promoted;
  } else forgetPromotion(useCase, successor, memory.id);
  return changeItem(useCase, memory, expectedRevision, {
    decide: () => ({ outcome: 'applied', to: 'SUPERSEDED' }) as const,
    write: (superseded, { to }) => {
      superseded.status = to;
      superseded.supersededById = successor.id;
      superseded.validUntil = useCase.now;
    },
    action: 'memory.superseded',
    refusal: 'memory.superseding.refused',
  });
};
