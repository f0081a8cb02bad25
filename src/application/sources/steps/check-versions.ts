import type { DocumentVersion, PreparedDocument } from '#application/ingestion/steps/document-versions.ts';
import type { ReadSources } from '#application/ingestion/steps/read-proposals.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { readDocumentSources } from '#persistence/ingestion/extraction-sources.ts';
import { findSources, putInForce, recordReturns, sourceOf } from '#persistence/sources/source-paths.ts';
import { checkSources } from './check-sources.ts';

/** What a call has read already, and how it reads more. */
interface CallReading {
  readonly added: readonly PreparedDocument[];
  /** What the pass reads, or would read. */
  readonly readAll: () => Promise<ReadSources>;
  readonly readOf: (sources: readonly ExtractionSource[]) => Promise<ReadSources>;
}

/**
 * Puts the versions of a call in force and checks what came from the versions before. A version that was in force once,
 * and is again, is read from the store. Returns how many of the versions those are.
 */
export const checkVersions = async (
  useCase: UseCaseContext,
  versions: readonly DocumentVersion[],
  { added, readAll, readOf }: CallReading,
): Promise<number> => {
  const { dependencies, session, viewer, now } = useCase;
  // Of several versions of one path in a call the last is in force.
  const last = [...new Map(versions.map((version) => [sourceOf(version), version])).values()];
  const sources = (await findSources(session, last)).filter(({ isInForce }) => !isInForce);
  await putInForce(session, sources, { now, newId: () => dependencies.newId('src') });
  const changed = sources.filter(({ pathId }) => pathId !== null);
  if (changed.length === 0) return 0;
  const sections = new Map(added.map(({ document, sources: texts }) => [document.id, texts]));
  const back = changed
    .filter(({ documentId }) => !sections.has(documentId))
    .map(({ documentId }) => documentId);
  await recordReturns(session, back, now);
  const returned = await readDocumentSources(session.db, viewer.tenant, back);
  for (const [documentId, texts] of returned) sections.set(documentId, texts);
  const read = await readAll();
  const again = await readOf([...returned.values()].flat());
  await checkSources(
    useCase,
    changed.map((source) => ({ ...source, sections: sections.get(source.documentId) ?? [] })),
    [...read.proposals, ...again.proposals],
  );
  return returned.size;
};
