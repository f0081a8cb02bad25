import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  lockItems,
} from '#application/review/steps/change-item.ts';
import { defineUseCase } from '#application/use-case.ts';
import type { SoughtWords } from '#domain/erasure/names-with-words.ts';
import { decideErasure } from '#domain/review/promotion.ts';
import { type ErasedPlace, lockErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import {
  assertErasureReason,
  eraseItems,
  findErasure,
  sharedWordsError,
  soughtInNames,
} from './steps/erase-items.ts';
import { type NamesInput, settleNames } from './steps/settle-names.ts';

export interface EraseMemoryInput extends ItemDecisionInput, NamesInput {
  readonly reason: string;
  /** Other items that hold the words, and are erased with them. */
  readonly alsoErase?: readonly string[] | null | undefined;
}

export interface EraseOutcome {
  readonly erasedId: string;
  /** Items erased with it that the actor sees. */
  readonly alsoErasedIds: readonly string[];
  readonly places: readonly ErasedPlace[];
  /** Paths that documents have now instead of ones with the words. */
  readonly renamedPaths: readonly string[];
  /** By which a dry run finds names that stay; null once it is done. */
  readonly sought: SoughtWords | null;
}

/** An admin removes the words of a memory for good, wherever they stand. There is no undo. */
export const eraseMemory = defineUseCase<EraseMemoryInput, EraseOutcome>(
  { mutation: 'eraseMemory', roles: ['admin'], as: 'system', handlesErased: true },
  async (useCase, command) => {
    const { id, reason, alsoErase, expectedRevision, dryRun } = command.input;
    assertErasureReason(reason);
    // Concurrent ingests wait, and then know the erased words.
    lockErasures(useCase.session);
    await lockExtractionPasses(useCase.session);
    const { refusedBy } = await getMemoryForUpdate(useCase, id);
    // A named item that the actor does not see is missing, whatever else is refused.
    const erasure = await findErasure(useCase, [id], alsoErase ?? []);
    const refused = await refusedBy(expectedRevision, decideErasure, 'memory.erasure.refused');
    if (refused) return refused;
    if (erasure.unnamedIds.length > 0)
      return {
        verdict: 'refused',
        error: sharedWordsError(erasure.unnamedIds),
        action: 'memory.erasure.refused',
        targetType: 'Memory',
        targetId: id,
      };
    const findSought = () => soughtInNames(useCase, erasure);
    const names = await settleNames(useCase, command.input, findSought);
    if (names.refusal !== null)
      return {
        verdict: 'refused',
        error: names.refusal,
        action: 'memory.erasure.refused',
        targetType: 'Memory',
        targetId: id,
      };
    const sought = dryRun ? await findSought() : null;
    await lockItems(useCase, erasure.ids);
    const places = await eraseItems(useCase, erasure, reason);
    return {
      verdict: 'done',
      outcome: {
        erasedId: id,
        alsoErasedIds: erasure.seenIds.filter((one) => one !== id),
        places,
        renamedPaths: [...names.renamedPaths.values()].sort(),
        sought,
      },
    };
  },
);
