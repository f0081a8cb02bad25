import { createHash } from 'node:crypto';
import type { AppDependencies } from '#application/app-dependencies.ts';
import type { SentDocument } from '#application/erasure/steps/erased-at-entry.ts';
import type { IngestDocumentsInput } from '#application/ingestion/ingest-documents.ts';
import { audienceSet } from '#application/input-shape.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { asRead } from '#domain/ingestion/formats/readable-text.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { withoutByteOrderMark } from '#domain/input/text.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { type RecordName, recordNamesOf } from '#domain/sources/record-names.ts';
import { findVersions, type VersionKey } from '#persistence/ingestion/extraction-sources.ts';
import type { InsertedRow } from '#persistence/store/bulk-insert.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';
import { chunkInSlices } from './sections.ts';

const keyOf = ({ project, path, visibilityKey: key, contentHash }: VersionKey): string =>
  JSON.stringify([project, path, key, contentHash]);

/** Documents of a project, and who sent them. */
export interface SentDocuments extends Pick<IngestDocumentsInput, 'project' | 'documents'> {
  readonly contributor: string;
}

/** The documents of a call as versions, as `contentOf` lets them in, each with the visibility and the hash that distinguish it. */
export const versionsOf = (
  { project, documents, contributor }: SentDocuments,
  contentOf: (document: SentDocument) => Promise<string>,
) =>
  Promise.all(
    documents.map(async (document) => {
      const audience = audienceSet(document.audience);
      const content = await contentOf({
        path: document.path,
        content: withoutByteOrderMark(document.content),
      });
      return {
        ...document,
        content,
        audience,
        contributor,
        project,
        visibilityKey: visibilityKey({ isPersonal: false, audience, contributor }),
        contentHash: createHash('sha256').update(content).digest('hex'),
      };
    }),
  );
export type DocumentVersion = Awaited<ReturnType<typeof versionsOf>>[number];

/** New versions, without repetitions. */
export const addedVersions = async (
  db: QueryExecutorProvider,
  tenant: string,
  versions: readonly DocumentVersion[],
): Promise<readonly DocumentVersion[]> => {
  const stored = new Set((await findVersions(db, tenant, versions)).map(keyOf));
  return versions.filter((version) => {
    const key = keyOf(version);
    const isNew = !stored.has(key);
    stored.add(key);
    return isNew;
  });
};

/** A version as it is stored, and as statements are read from it. */
export interface PreparedDocument {
  readonly version: DocumentVersion;
  readonly document: InsertedRow<'documents'>;
  readonly chunks: readonly InsertedRow<'chunks'>[];
  readonly recordNames: readonly InsertedRow<'record_names'>[];
  readonly sources: readonly ExtractionSource[];
}

/** The records that a document of this content names: see `recordNamesOf`. */
export const readRecordNames = async (
  { settings }: Pick<AppDependencies, 'settings'>,
  path: string,
  content: string,
): Promise<readonly RecordName[]> => {
  const { title, chunks } = await chunkInSlices(path, content, settings.extraction);
  return recordNamesOf(path, readDocumentFacts(path, title, chunks.map(asRead)));
};

export const prepareDocument = async (
  { dependencies, viewer: { tenant }, now }: Pick<UseCaseContext, 'dependencies' | 'viewer' | 'now'>,
  waveId: string,
  version: DocumentVersion,
): Promise<PreparedDocument> => {
  const { project, path, content, audience, contributor, updatedAt = null } = version;
  const { format, title, chunks } = await chunkInSlices(path, content, dependencies.settings.extraction);
  const facts = readDocumentFacts(path, title, chunks.map(asRead), version.kind ?? null);
  const visibility = { tenant, contributor, audience };
  const id = dependencies.newId('doc');
  const pieces = chunks.map((chunk) => ({ ...chunk, id: dependencies.newId('chk') }));
  return {
    version,
    document: {
      id,
      ...visibility,
      wave_id: waveId,
      project,
      path,
      title,
      format,
      kind: facts.kind ?? 'other',
      kind_given: version.kind != null,
      content,
      content_hash: version.contentHash,
      visibility_key: version.visibilityKey,
      updated_at: updatedAt,
      created_at: now,
    },
    chunks: pieces.map((chunk) => ({
      id: chunk.id,
      ...visibility,
      document_id: id,
      ordinal: chunk.ordinal,
      heading_path: chunk.headingPath,
      start_offset: chunk.startOffset,
      end_offset: chunk.endOffset,
      text: chunk.text,
      literal: chunk.literal,
    })),
    recordNames: recordNamesOf(path, facts).map(({ naming, record }) => ({
      id: dependencies.newId('rcn'),
      tenant,
      project,
      document_id: id,
      naming_kind: naming,
      record_key: record,
    })),
    sources: pieces.map((chunk) => ({
      project,
      documentId: id,
      source: { kind: 'chunk', id: chunk.id },
      subjectId: null,
      contributor,
      audience,
      isPersonal: false,
      text: chunk.text,
      readable: chunk.readable,
      literal: chunk.literal,
      headingPath: chunk.headingPath,
      document: facts,
      offset: chunk.startOffset,
      documentPath: path,
      updatedAt,
    })),
  };
};
