import type { DocumentVersion, PreparedDocument } from '#application/ingestion/steps/document-versions.ts';
import type { ReadSources } from '#application/ingestion/steps/read-proposals.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { SourceOwners } from '#domain/sources/source-owners.ts';
import { readDocumentSources } from '#persistence/ingestion/extraction-sources.ts';
import { findSources, putInForce, recordReturns, sourceOf } from '#persistence/sources/source-paths.ts';
import { type ChangedSource, checkSources, type ReadItem, readItemsOf } from './check-sources.ts';

/** Changes of a call: the paths with another version in force, and the items that came from them. */
export interface ChangedVersions {
  readonly changed: readonly ChangedSource[];
  readonly items: readonly ReadItem[];
  /** The sections of versions that were in force once, and are again. */
  readonly returned: readonly (readonly ExtractionSource[])[];
}

/** The last version of a path in a call is in force. */
export const lastOf = (versions: readonly DocumentVersion[]): DocumentVersion[] => [
  ...new Map(versions.map((version) => [sourceOf(version), version])).values(),
];

/** True when no path is named twice. */
export const areOfDifferentPaths = (versions: readonly DocumentVersion[]): boolean =>
  lastOf(versions).length === versions.length;

/**
 * Puts the versions of a call in force, and reads the items that came from the versions before. New paths belong to `owners`. Statements
 * of a version that returns are read from the store.
 */
export const putVersionsInForce = async (
  useCase: UseCaseContext,
  versions: readonly DocumentVersion[],
  added: readonly PreparedDocument[],
  owners: SourceOwners,
): Promise<ChangedVersions> => {
  const { dependencies, session, viewer, now } = useCase;
  const sources = (await findSources(session, lastOf(versions))).filter(({ isInForce }) => !isInForce);
  putInForce(session, sources, { now, newId: () => dependencies.newId('src'), owners });
  const known = sources.filter(({ pathId }) => pathId !== null);
  if (known.length === 0) return { changed: [], items: [], returned: [] };
  const sections = new Map(added.map(({ document, sources: texts }) => [document.id, texts]));
  const back = known
    .filter(({ documentId }) => !sections.has(documentId))
    .map(({ documentId }) => documentId);
  recordReturns(session, back, now);
  const returned = await readDocumentSources(session.db, viewer.tenant, back);
  for (const [documentId, texts] of returned) sections.set(documentId, texts);
  const changed = known.map((source) => ({ ...source, sections: sections.get(source.documentId) ?? [] }));
  return { changed, items: await readItemsOf(useCase, changed), returned: [...returned.values()] };
};

/** Reads of a call: `readAll` what its pass reads, or would read; `readOf` further sources. */
interface CallReading {
  readonly readAll: () => Promise<ReadSources>;
  readonly readOf: (sources: readonly ExtractionSource[]) => Promise<ReadSources>;
}

/** Checks what came from the versions before, once the pass over the new ones is written. */
export const checkVersions = async (
  useCase: UseCaseContext,
  { changed, items, returned }: ChangedVersions,
  { readAll, readOf }: CallReading,
): Promise<void> => {
  if (changed.length === 0) return;
  const read = await readAll();
  const again = await readOf(returned.flat());
  await checkSources(useCase, { changed, items }, [...read.proposals, ...again.proposals]);
};
