import { readRecordNames } from '#application/ingestion/steps/document-versions.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideNames, type NamesChoice, renamedPath } from '#domain/erasure/names-choice.ts';
import { nameMatcher, type SoughtWords } from '#domain/erasure/names-with-words.ts';
import { renameDocuments, reportsOfDocuments } from '#persistence/erased-documents.ts';
import { contentsOf, storeLinks } from '#persistence/erasure.ts';
import { namesHolding } from '#persistence/names-holding.ts';
import { readAsViewer } from '#persistence/store/viewer-session.ts';
import { assertReasonWithout, forgetAfterCommit } from './erase-items.ts';

export interface NamesInput {
  /** Absent: names that hold the words are kept. */
  readonly names?: NamesChoice | null | undefined;
}

/** The refusal of names, which it counts and does not repeat: the answer is stored under an idempotency key. */
const namesError = (counts: ReadonlyMap<string, number>): DomainError =>
  new DomainError(
    'erasure.words_in_names',
    `Names hold the words: ${[...counts].map(([place, count]) => `${count} of the kind ${place}`).join(', ')}. A dry run with names: KEEP lists them. Change settings by their own mutations, or accept the names by names: KEEP.`,
    ['names'],
  );

/** Names as they are after an erasure, or why it is refused. */
export type SettledNames =
  | { readonly refusal: DomainError }
  | { readonly refusal: null; readonly renamedPaths: ReadonlyMap<string, string> };

/** Write and record: documents get other paths; the audit names the new ones alone. */
const renameAll = async (useCase: UseCaseContext, renamed: ReadonlyMap<string, string>): Promise<void> => {
  const { dependencies, session, viewer, record } = useCase;
  const documents = await renameDocuments(session, renamed);
  const ids = documents.map(({ id }) => id);
  record(
    documents.map(({ id, path }) => ({
      action: 'document.renamed',
      targetType: 'Document',
      targetId: id,
      before: null,
      after: { path },
    })),
  );
  const moved = documents.filter(({ isMoved }) => isMoved).map(({ id }) => id);
  for (const { id, project, path, content } of await contentsOf(session, moved))
    await storeLinks(
      session,
      (await readRecordNames(dependencies, path, content)).map(({ naming, record: named }) => ({
        ...{ id: dependencies.newId('rcn'), tenant: viewer.tenant, project, document_id: id },
        ...{ naming_kind: naming, record_key: named },
      })),
    );
  await forgetAfterCommit(useCase, await reportsOfDocuments(session, ids));
};

/** Read, decide, write, before anything is erased: what becomes of the names that hold the words, as the caller chose. */
export const settleNames = async (
  useCase: UseCaseContext,
  { names, reason }: NamesInput & { readonly reason: string },
  findSought: () => SoughtWords | Promise<SoughtWords>,
): Promise<SettledNames> => {
  const choice = names ?? 'KEEP';
  if (choice === 'KEEP') return { refusal: null, renamedPaths: new Map() };
  const { dependencies, session } = useCase;
  const sought = await findSought();
  const decision = decideNames(
    choice,
    await readAsViewer(session, (asViewer) => namesHolding(asViewer, sought)),
  );
  if (decision.decision === 'refuse') return { refusal: namesError(decision.counts) };
  assertReasonWithout(reason, decision.renamed);
  const made = new Map<string, string>();
  const nameOf = (upTo: string): string => {
    const name = made.get(upTo) ?? `erased-${dependencies.newId('doc').slice(-12)}`;
    made.set(upTo, name);
    return name;
  };
  const holdsWords = nameMatcher(sought);
  const renamedPaths = new Map(decision.renamed.map((path) => [path, renamedPath(path, holdsWords, nameOf)]));
  if (renamedPaths.size > 0) await renameAll(useCase, renamedPaths);
  return { refusal: null, renamedPaths };
};
