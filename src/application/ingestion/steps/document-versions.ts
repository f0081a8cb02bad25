import { createHash } from 'node:crypto';
import type { QueryExecutorProvider } from 'kysely';
import type { IngestDocumentsInput } from '#application/ingestion/ingest-documents.ts';
import { sortedSet } from '#application/input-shape.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { withoutByteOrderMark } from '#domain/input/text.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { InsertedRow } from '#persistence/store/bulk-insert.ts';
import type { ExtractionSource } from './read-proposals.ts';

interface VersionKey {
  readonly project: string;
  readonly path: string;
  readonly visibilityKey: string;
  readonly contentHash: string;
}

const keyOf = ({ project, path, visibilityKey: key, contentHash }: VersionKey): string =>
  JSON.stringify([project, path, key, contentHash]);

/** The documents of a call as versions, each with the visibility and the hash that tell it apart. */
export const versionsOf = ({ project, documents }: IngestDocumentsInput, contributor: string) =>
  documents.map((document) => {
    const audience = sortedSet(document.audience);
    const content = withoutByteOrderMark(document.content);
    return {
      ...document,
      content,
      audience,
      project,
      visibilityKey: visibilityKey({ isPersonal: false, audience, contributor }),
      contentHash: createHash('sha256').update(content).digest('hex'),
    };
  });
export type DocumentVersion = ReturnType<typeof versionsOf>[number];

/** Read: which of these versions the store has already. */
const findVersions = async (
  db: QueryExecutorProvider,
  tenant: string,
  versions: readonly DocumentVersion[],
): Promise<Set<string>> => {
  const column = (name: keyof VersionKey) => sql`${versions.map((version) => version[name])}::text[]`;
  const { rows } = await sql<VersionKey>`select d.project, d.path, d.visibility_key as "visibilityKey",
      d.content_hash as "contentHash"
    from unnest(${column('project')}, ${column('visibilityKey')}, ${column('path')}, ${column('contentHash')})
        as given (project, visibility_key, path, content_hash)
      -- One look into the index for each, however many there are: 'offset 0' keeps it from being joined otherwise.
      cross join lateral (select * from documents held where held.tenant = ${tenant} and held.project = given.project
        and held.visibility_key = given.visibility_key and held.path = given.path and held.content_hash = given.content_hash
        offset 0) as d`.execute(db);
  return new Set(rows.map(keyOf));
};

/** Those that are not there yet, each once. */
export const addedVersions = async (
  db: QueryExecutorProvider,
  tenant: string,
  versions: readonly DocumentVersion[],
): Promise<readonly DocumentVersion[]> => {
  const held = await findVersions(db, tenant, versions);
  return versions.filter((version) => {
    const key = keyOf(version);
    const isNew = !held.has(key);
    held.add(key);
    return isNew;
  });
};

/** A version as it is stored, and as statements are read from it. */
export interface PreparedDocument {
  readonly version: DocumentVersion;
  readonly document: InsertedRow & { readonly id: string };
  readonly chunks: readonly InsertedRow[];
  readonly sources: readonly ExtractionSource[];
}

export const prepareDocument = (
  { dependencies, viewer: { tenant, user }, now }: Pick<UseCaseContext, 'dependencies' | 'viewer' | 'now'>,
  waveId: string,
  version: DocumentVersion,
): PreparedDocument => {
  const { project, path, content, audience, updatedAt = null } = version;
  const { title, chunks } = chunkMarkdown(content, dependencies.settings.extraction);
  const visibility = { tenant, contributor: user, audience };
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
    sources: pieces.map((chunk) => ({
      project,
      chunkId: chunk.id,
      interactionId: null,
      subjectId: null,
      contributor: user,
      audience,
      isPersonal: false,
      text: chunk.text,
      literal: chunk.literal,
      headingPath: chunk.headingPath,
      offset: chunk.startOffset,
      documentPath: path,
      updatedAt,
    })),
  };
};
