import { withdrawInForce } from '#application/sources/steps/withdraw-sources.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import type { SoughtWords } from '#domain/erasure/names-with-words.ts';
import { isDocumentVisible } from '#domain/privacy/visibility.ts';
import { changesAt, versionsWithWords } from '#persistence/erased-documents.ts';
import { lockErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { sourcesAt } from '#persistence/sources/source-paths.ts';
import { assertErasureReason } from './steps/erase-items.ts';
import { type ErasedVersions, eraseVersions } from './steps/erase-versions.ts';
import { assertNothingErased } from './steps/erased-at-entry.ts';

export interface EraseDocumentInput extends CommonInput {
  /** Any version of the document. */
  readonly documentId: string;
  readonly reason: string;
}

export interface EraseDocumentOutcome extends Omit<ErasedVersions, 'textsOf'> {
  /** The versions that lost their words, oldest first. */
  readonly documentIds: readonly string[];
  /** By which a dry run finds names that stay; null once it is done. */
  readonly sought: SoughtWords | null;
}

/**
 * An admin removes the words of a document for good, in all its versions, with the statements of it that nobody promoted; its path is
 * withdrawn. There is no undo. The same document may be ingested again.
 */
export const eraseDocument = defineUseCase<EraseDocumentInput, EraseDocumentOutcome>(
  { mutation: 'eraseDocument', roles: ['admin'], as: 'system', handlesErased: true },
  async (useCase, { input: { documentId, reason, dryRun } }) => {
    const { session, viewer, record } = useCase;
    assertErasureReason(reason);
    lockErasures(session);
    await lockExtractionPasses(session);
    const versions = await versionsWithWords(session, documentId);
    const [first] = versions;
    if (first === undefined || !isDocumentVisible(viewer, first)) throw notFound(['documentId']);
    await assertNothingErased(useCase, { reason });
    const changes = await changesAt(session, first);
    const { textsOf, ...erased } = await eraseVersions(
      useCase,
      versions,
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
    const sought = dryRun ? { wordings: textsOf(), person: null } : null;
    return { verdict: 'done', outcome: { documentIds: versions.map(({ id }) => id), ...erased, sought } };
  },
);
