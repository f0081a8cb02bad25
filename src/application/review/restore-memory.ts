import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseContext, type UseCaseResult } from '#application/use-case.ts';
import { decideRestoring, wasPromotedToSupersede } from '#domain/review/promotion.ts';
import { MemoryTable } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';
import { selectRows } from '#persistence/store/stored-rows.ts';
import {
  changeItem,
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './steps/change-item.ts';
import { returnItem } from './steps/review-item.ts';

/** What took the memory's place, locked, and whether it took another's, too; null: nothing did. */
const findSuccessor = async (useCase: UseCaseContext, id: string) => {
  const { session, viewer } = useCase;
  const { rows } = await sql<{ successorId: string | null; takesMore: boolean }>`
    select m.superseded_by_id as "successorId", exists (select 1 from memories other where other.tenant = m.tenant
      and other.superseded_by_id = m.superseded_by_id and other.id <> m.id) as "takesMore"
    from memories m where m.tenant = ${viewer.tenant} and m.id = ${id}`.execute(session.db);
  const [found] = rows;
  if (!found?.successorId) return null;
  await lockItems(useCase, [id, found.successorId]);
  const [successor] = await selectRows(
    session.db,
    MemoryTable,
    sql`where tenant = ${viewer.tenant} and id = ${found.successorId}`,
  );
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
        found !== null && !found.takesMore && wasPromotedToSupersede(found.successor, memory);
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
      return verdict;
    },
  );
