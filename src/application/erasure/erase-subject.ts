import { assertName } from '#application/input-shape.ts';
import { lockItems } from '#application/review/steps/change-item.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { fillerFor } from '#domain/erasure/erased-words.ts';
import type { SoughtWords } from '#domain/erasure/names-with-words.ts';
import { userIdOf } from '#domain/privacy/named-ids.ts';
import { type ErasedPlace, lockErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { aboutSubject } from '#persistence/subjects.ts';
import {
  assertErasureReason,
  eraseItems,
  findErasure,
  sharedWordsError,
  soughtInNames,
} from './steps/erase-items.ts';
import { type NamesInput, settleNames } from './steps/settle-names.ts';

export interface EraseSubjectInput extends CommonInput, NamesInput {
  readonly subjectId: string;
  readonly reason: string;
  /** Other items that hold the words, and are erased with them. */
  readonly alsoErase?: readonly string[] | null | undefined;
}

export interface EraseSubjectOutcome {
  /** Erased items that the actor sees. */
  readonly erasedIds: readonly string[];
  readonly interactionIds: readonly string[];
  readonly places: readonly ErasedPlace[];
  /** Paths that documents have now instead of ones with the words or the name. */
  readonly renamedPaths: readonly string[];
  /** By which a dry run finds names that stay; null once it is done. */
  readonly sought: SoughtWords | null;
}

/** An admin removes for good all that is about a person and that they see. There is no undo. */
export const eraseSubject = defineUseCase<EraseSubjectInput, EraseSubjectOutcome>(
  { mutation: 'eraseSubject', roles: ['admin'], as: 'system', handlesErased: true },
  async (useCase, command) => {
    const { subjectId, reason, alsoErase, dryRun } = command.input;
    assertName(subjectId, 'The subject', ['subjectId']);
    assertErasureReason(reason);
    lockErasures(useCase.session);
    await lockExtractionPasses(useCase.session);
    const { itemIds, interactions, evidenceIds, isNamed } = await aboutSubject(useCase.session, subjectId);
    if (itemIds.length + interactions.length + evidenceIds.length === 0 && !isNamed)
      throw notFound(['subjectId']);
    const texts = interactions.map(({ content }) => content);
    const erasure = await findErasure(useCase, itemIds, alsoErase ?? [], texts);
    const target = { targetType: 'User', targetId: userIdOf(subjectId) } as const;
    if (erasure.unnamedIds.length > 0)
      return {
        verdict: 'refused',
        error: sharedWordsError(erasure.unnamedIds),
        action: 'subject.erasure.refused',
        ...target,
      };
    const findSought = () => soughtInNames(useCase, erasure, texts, subjectId);
    const names = await settleNames(useCase, command.input, findSought);
    if (names.refusal !== null)
      return { verdict: 'refused', error: names.refusal, action: 'subject.erasure.refused', ...target };
    const sought = dryRun ? await findSought() : null;
    await lockItems(useCase, erasure.ids);
    const places = await eraseItems(useCase, erasure, reason, {
      subjectId,
      interactions: interactions.map(({ id, content }) => ({ id, filler: fillerFor(content) })),
      evidenceIds,
    });
    const interactionIds = interactions.map(({ id }) => id);
    useCase.record([
      { action: 'subject.erased', ...target, before: null, after: { reason, interactionIds } },
    ]);
    const renamedPaths = [...names.renamedPaths.values()].sort();
    return {
      verdict: 'done',
      outcome: { erasedIds: erasure.seenIds, interactionIds, places, renamedPaths, sought },
    };
  },
);
