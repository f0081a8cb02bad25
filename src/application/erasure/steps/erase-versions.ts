import { lockItems } from '#application/review/steps/change-item.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import {
  decideDocumentStatement,
  type KeptReason,
  onlySpansOf,
} from '#domain/erasure/document-statements.ts';
import { erasedMark } from '#domain/erasure/erased-words.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import {
  eraseDocuments,
  reportsOfDocuments,
  type StoredVersion,
  sectionsOf,
  statementsOf,
} from '#persistence/erased-documents.ts';
import { type ErasedPlace, eraseTexts } from '#persistence/erasure.ts';
import { buryItems, forgetAfterCommit } from './erase-items.ts';

/** A statement that outlives the document that it was read from. */
export interface KeptStatement {
  readonly itemId: string;
  readonly reason: KeptReason;
}

export interface ErasedVersions {
  /** Erased items that the actor sees, by id. */
  readonly erasedIds: readonly string[];
  /** Items that stay and that the actor sees, by id. */
  readonly kept: readonly KeptStatement[];
  readonly places: readonly ErasedPlace[];
}

type ReadStatement = Awaited<ReturnType<typeof statementsOf>>[number];

/** Statements that were read from versions, by what becomes of them. */
export interface VersionStatements {
  readonly goes: readonly ReadStatement[];
  readonly stays: readonly (ReadStatement & { readonly reason: KeptReason })[];
}

/** The parts of a text between these phrases, wherever they stand. */
const partsBetween = (text: string, phrases: readonly string[]): string[] =>
  phrases.reduce(
    (parts, phrase) => (phrase === '' ? parts : parts.flatMap((part) => part.split(phrase))),
    [text],
  );

/** Read and decide: which statements go with these versions, and which stay. */
export const statementsOfVersions = async (
  { session }: UseCaseContext,
  versions: readonly StoredVersion[],
): Promise<VersionStatements> => {
  const statements = (
    await statementsOf(
      session,
      versions.map(({ id }) => id),
    )
  ).map((statement) => ({ ...statement, reason: decideDocumentStatement(statement) }));
  return {
    goes: statements.filter(({ reason }) => reason === null),
    stays: statements.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }])),
  };
};

const spokenIn = (versions: readonly StoredVersion[], statements: readonly ReadStatement[]): string[] => {
  const contents = new Map(versions.map(({ id, content }) => [id, content]));
  return statements.flatMap(({ documentId, spans }) =>
    spans.map(({ start, end }) => contents.get(documentId)?.slice(start, end) ?? ''),
  );
};

/** Marks before the words of a line, and spaces. */
const lineMarks = /^[\s#>*+-]+/;

/** The words that go which nobody may repeat as the reason: statements, and lines of at least three words. */
export const wordingsOfVersions = (
  versions: readonly StoredVersion[],
  { goes }: VersionStatements,
): readonly string[] => [
  ...spokenIn(versions, goes),
  ...versions
    .flatMap(({ content }) => content.split('\n'))
    .map((line) => line.replace(lineMarks, '').trim())
    .filter((line) => line.split(/\s+/).length >= 3),
];

/** The texts that go, by which names are found; without those of statements that stay or that the actor does not see. */
export const textsOfVersions = (
  { viewer }: UseCaseContext,
  versions: readonly StoredVersion[],
  { goes, stays }: VersionStatements,
): readonly string[] => {
  const unsought = spokenIn(versions, [...stays, ...goes.filter((item) => !isVisible(viewer, item))]);
  return versions.flatMap(({ content }) => partsBetween(content, unsought));
};

/** Write and record: versions of documents lose their words, but for those of statements that stay; the others go with them. */
export const eraseVersions = async (
  useCase: UseCaseContext,
  versions: readonly StoredVersion[],
  { goes, stays }: VersionStatements,
  reason: string,
  changeIds: readonly string[] = [],
): Promise<ErasedVersions> => {
  const { session, viewer, now, record } = useCase;
  const versionIds = versions.map(({ id }) => id);
  const itemIds = goes.map(({ id }) => id);
  await lockItems(useCase, itemIds);
  const reportIds = await reportsOfDocuments(session, versionIds);
  const sections = Map.groupBy(await sectionsOf(session, versionIds), ({ documentId }) => documentId);
  const kept = Map.groupBy(stays, ({ documentId }) => documentId);
  const documents = versions.map(({ id, content }) => ({
    id,
    text: onlySpansOf(
      content,
      (kept.get(id) ?? []).flatMap(({ spans }) => spans),
    ),
  }));
  const ofItems = await eraseTexts(session, {
    ...{ subject: null, ids: itemIds, spellings: [], fillers: [], erasedMark, now },
  });
  const ofDocuments = await eraseDocuments(session, {
    documents,
    sections: documents.flatMap(({ id, text }) =>
      (sections.get(id) ?? []).map((section) => ({
        id: section.id,
        text: text.slice(section.start, section.end),
      })),
    ),
    ...{ itemIds, changeIds, erasedMark, now },
    keptExtractions: stays.flatMap(({ extractionId }) => extractionId ?? []),
  });
  await buryItems(useCase, itemIds, reason);
  record(
    versions.map(({ id, path }) => ({
      action: 'document.erased',
      targetType: 'Document',
      targetId: id,
      before: null,
      after: { path, reason },
    })),
  );
  await forgetAfterCommit(useCase, reportIds);
  const counts = new Map<string, number>();
  for (const { where, count } of [...ofItems, ...ofDocuments])
    counts.set(where, (counts.get(where) ?? 0) + count);
  return {
    erasedIds: goes.flatMap((item) => (isVisible(viewer, item) ? [item.id] : [])),
    kept: stays.flatMap((item) =>
      isVisible(viewer, item) ? [{ itemId: item.id, reason: item.reason }] : [],
    ),
    places: [...counts]
      .map(([where, count]) => ({ where, count }))
      .sort((a, b) => (a.where < b.where ? -1 : 1)),
  };
};
