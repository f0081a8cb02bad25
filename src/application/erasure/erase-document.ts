import { withdrawInForce } from '#application/sources/steps/withdraw-sources.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import type { SoughtWords } from '#domain/erasure/names-with-words.ts';
import { isDocumentVisible } from '#domain/privacy/visibility.ts';
import { changesAt, versionsWithWords } from '#persistence/erased-documents.ts';
import { lockErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { sourcesAt } from '#persistence/sources/source-paths.ts';
import { assertErasureReason, assertReasonWithout } from './steps/erase-items.ts';
import {
  type ErasedVersions,
  eraseVersions,
  statementsOfVersions,
  textsOfVersions,
  wordingsOfVersions,
} from './steps/erase-versions.ts';
import { assertNothingErased } from './steps/erased-at-entry.ts';
import { type NamesInput, settleNames } from './steps/settle-names.ts';

export interface EraseDocumentInput extends CommonInput, NamesInput {
  /** Any version of the document. */
  readonly documentId: string;
  readonly reason: string;
}

export interface EraseDocumentOutcome extends ErasedVersions {
  /** The versions that lost their words, oldest first. */
  readonly documentIds: readonly string[];
  /** Paths that documents have now instead of ones with the words. */
  readonly renamedPaths: readonly string[];
  /** By which a dry run finds names that stay; null once it is done. */
  readonly sought: SoughtWords | null;
}

/**
 * An admin removes the words of a document for good, in all its versions, with the statements of it that nobody promoted; its path is
 * withdrawn. There is no undo. The same document may be ingested again.
 */
export const eraseDocument = defineUseCase<EraseDocumentInput, EraseDocumentOutcome>(
  { mutation: 'eraseDocument', roles: ['admin'], as: 'system', handlesErased: true },
  async (useCase, { input }) => {
    const { session, viewer, record } = useCase;
    const { documentId, reason, dryRun } = input;
    assertErasureReason(reason);
    lockErasures(session);
    await lockExtractionPasses(session);
    const found = await versionsWithWords(session, documentId);
    if (found[0] === undefined || !isDocumentVisible(viewer, found[0])) throw notFound(['documentId']);
    await assertNothingErased(useCase, { reason });
    const statements = await statementsOfVersions(useCase, found);
    assertReasonWithout(reason, wordingsOfVersions(found, statements));
    const sought = (): SoughtWords => ({
      wordings: textsOfVersions(useCase, found, statements),
      person: null,
    });
    const names = await settleNames(useCase, input, sought);
    if (names.refusal !== null)
      return {
        verdict: 'refused',
        error: names.refusal,
        action: 'document.erasure.refused',
        targetType: 'Document',
        targetId: documentId,
      };
    const first = { ...found[0], path: names.renamedPaths.get(found[0].path) ?? found[0].path };
    const versions = found.map((version) => ({ ...version, path: first.path }));
    const changes = await changesAt(session, first);
    const erased = await eraseVersions(
      useCase,
      versions,
      statements,
      reason,
      changes.map(({ id }) => id),
    );
    record(
      changes
        .filter(({ waits }) => waits)
        .map(({ id: changeId }) => ({
          action: 'source.change_declined',
          targetType: 'SourceChange',
          targetId: changeId,
          before: null,
          after: { decisionNote: null },
        })),
    );
    const inForce = (await sourcesAt(session, first.project, [first.path])).filter(
      ({ visibilityKey, isWithdrawn }) => visibilityKey === first.visibilityKey && !isWithdrawn,
    );
    if (inForce.length > 0) await withdrawInForce(useCase, inForce);
    return {
      verdict: 'done',
      outcome: {
        documentIds: versions.map(({ id }) => id),
        renamedPaths: [...names.renamedPaths.values()].sort(),
        ...erased,
        sought: dryRun ? sought() : null,
      },
    };
  },
);
