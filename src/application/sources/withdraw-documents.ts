import { assertName } from '#application/input-shape.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertDocumentPath } from '#domain/input/document-path.ts';
import { isDocumentVisible } from '#domain/privacy/visibility.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { sourcesAt, withdrawSources } from '#persistence/sources/source-paths.ts';
import { checkSources, readItemsOf } from './steps/check-sources.ts';

export interface WithdrawDocumentsInput extends CommonInput {
  readonly project: string;
  readonly paths: readonly string[];
}

export interface WithdrawDocumentsOutcome {
  readonly documentIds: readonly string[];
  /** Items that drifted by the withdrawal, visible to the caller or not. */
  readonly affectedIds: readonly string[];
}

export const maxWithdrawnPaths = 500;

const assertShape = ({ project, paths }: WithdrawDocumentsInput): void => {
  assertName(project, 'The project', ['project']);
  if (paths.length === 0 || paths.length > maxWithdrawnPaths)
    throw new DomainError(
      'input.invalid',
      `The call has ${paths.length} paths; send 1 to ${maxWithdrawnPaths}.`,
      ['paths'],
    );
  for (const [index, path] of paths.entries()) assertDocumentPath(path, ['paths', String(index)]);
};

/**
 * Sources are gone: their paths are in force no more, and what came from them is checked. The documents stay. A path that was
 * withdrawn already is passed over; ingesting a document at it puts it in force again.
 */
export const withdrawDocuments = defineUseCase<WithdrawDocumentsInput, WithdrawDocumentsOutcome>(
  { mutation: 'withdrawDocuments', roles: ['service', 'contributor'], as: 'system' },
  async (useCase, command) => {
    const { session, viewer, now, record } = useCase;
    const { project, paths } = command.input;
    assertShape(command.input);
    await lockExtractionPasses(useCase.session);
    const seen = (await sourcesAt(session, project, paths)).filter((source) =>
      isDocumentVisible(viewer, source),
    );
    const known = new Set(seen.map(({ path }) => path));
    const missing = paths.findIndex((path) => !known.has(path));
    if (missing >= 0) throw notFound(['paths', String(missing)]);
    const withdrawn = seen.filter(({ isWithdrawn }) => !isWithdrawn);
    await withdrawSources(
      session,
      withdrawn.map(({ pathId }) => pathId),
      now,
    );
    record(
      withdrawn.map(({ documentId, path }) => ({
        action: 'document.withdrawn',
        targetType: 'Document',
        targetId: documentId,
        before: null,
        after: { path },
      })),
    );
    const changed = withdrawn.map((source) => ({ ...source, sections: null }));
    const affectedIds = await checkSources(
      useCase,
      { changed, items: await readItemsOf(useCase, changed) },
      [],
    );
    return {
      verdict: 'done',
      outcome: { documentIds: withdrawn.map(({ documentId }) => documentId), affectedIds },
    };
  },
);
