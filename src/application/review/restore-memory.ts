import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseContext, type UseCaseResult } from '#application/use-case.ts';
import { decideRestoring, wasPromotedToSupersede } from '#domain/review/promotion.ts';
import { findMemory, findSuccessorId } from '#persistence/review/locked-items.ts';
import {
  changeItem,
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './steps/change-item.ts';
import { returnItem } from './steps/review-item.ts';
import { forgetPromotion } from './steps/supersede-locked-memory.ts';

/** What took the memory's place, locked, and whether it took another's, too; null: nothing did. */
const findSuccessor = async (useCase: UseCaseContext, id: string) => {
  const { session } = useCase;
  const found = await findSuccessorId(session, id);
  if (!found) return null;
  await lockItems(useCase, [id, found.successorId]);
  const successor = await findMemory(session, found.successorId);
  return successor ? { successor, takesMore: found.takesMore } : null;
};

/**
 * The undo of superseding and of retiring: the memory is active again. A successor that was promoted by the superseding
 * returns to the queue, unless it has taken another's place, or has moved on.
 */
export const restoreMemory = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'restoreMemory', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      const found = await findSuccessor(useCase, id);
      const memory = await getMemoryForUpdate(useCase, id);
      const returnsSuccessor =
        found !== null && !found.takesMore && wasPromotedToSupersede(found.successor, { id });
      const verdict = await changeItem(useCase, memory, expectedRevision, {
        decide: (facts, _memory, decisionInput) => decideRestoring(facts, decisionInput),
        write: (restored, { to }) => {
          restored.status = to;
          restored.supersededById = null;
          restored.validUntil = null;
          restored.retirementReason = null;
        },
        action: 'memory.restored',
        refusal: 'memory.restoring.refused',
      });
      // A graduation that is proposed since keeps the successor where it is: the refusal is not the memory's.
      if (verdict.verdict === 'done' && returnsSuccessor) await returnItem(useCase, found.successor, null);
      else if (verdict.verdict === 'done' && found) forgetPromotion(useCase, found.successor, id);
      return verdict;
    },
  );
