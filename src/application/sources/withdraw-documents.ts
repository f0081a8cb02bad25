import { assertName } from '#application/input-shape.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertDocumentPath } from '#domain/input/document-path.ts';
import { isDocumentVisible } from '#domain/privacy/visibility.ts';
import { mayChangeSource, ownersUnder } from '#domain/sources/source-owners.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { type SourceInForce, sourcesAt } from '#persistence/sources/source-paths.ts';
import { readOwnerRules } from './steps/owner-rules.ts';
import { sendWithdrawals } from './steps/send-source-changes.ts';
import { withdrawInForce } from './steps/withdraw-sources.ts';

export interface WithdrawDocumentsInput extends CommonInput {
  readonly project: string;
  readonly paths: readonly string[];
}

export interface WithdrawDocumentsOutcome {
  readonly documentIds: readonly string[];
  /** Items that drifted by the withdrawal, visible to the caller or not. */
  readonly affectedIds: readonly string[];
  /** Withdrawals of other people's sources, which wait for the owners. */
  readonly waitingIds: readonly string[];
}

const maxWithdrawnPaths = 500;

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
 * withdrawn already is passed over; ingesting a document at it puts it in force again. The withdrawal of a source that belongs to
 * others waits for its owners.
 */
export const withdrawDocuments = defineUseCase<WithdrawDocumentsInput, WithdrawDocumentsOutcome>(
  { mutation: 'withdrawDocuments', roles: ['service', 'contributor'], as: 'system' },
  async (useCase, command) => {
    const { session, viewer } = useCase;
    const { project, paths } = command.input;
    assertShape(command.input);
    await lockExtractionPasses(useCase.session);
    const seen = (await sourcesAt(session, project, paths)).filter((source) =>
      isDocumentVisible(viewer, source),
    );
    const known = new Set(seen.map(({ path }) => path));
    const missing = paths.findIndex((path) => !known.has(path));
    if (missing >= 0) throw notFound(['paths', String(missing)]);
    const standing = seen.filter(({ isWithdrawn }) => !isWithdrawn);
    const rules = await readOwnerRules(useCase.dependencies, session.db, viewer);
    const ownersNow = (source: SourceInForce) =>
      ownersUnder(rules, source, source.owners).owners ?? source.owners;
    const isOwn = (source: SourceInForce) => mayChangeSource(viewer, ownersNow(source));
    const own = standing.filter(isOwn);
    const waitingIds = await sendWithdrawals(
      useCase,
      standing.filter((source) => !isOwn(source)).map((source) => ({ ...source, owners: ownersNow(source) })),
    );
    const affectedIds = await withdrawInForce(useCase, own);
    return {
      verdict: 'done',
      outcome: { documentIds: own.map(({ documentId }) => documentId), affectedIds, waitingIds },
    };
  },
);
