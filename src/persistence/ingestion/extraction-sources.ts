import type { DocumentFormat } from '#domain/ingestion/formats/document-formats.ts';
import { asRead, readablePart } from '#domain/ingestion/formats/readable-text.ts';
import { type DocumentKind, readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { sql, texts } from '#persistence/reading/sql.ts';
import { isUnread } from '#persistence/reading/unread-documents.ts';
import { documentsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { QueryExecutorProvider, WriteSession } from '#persistence/store/viewer-session.ts';
import { readFormat } from './read-format.ts';

const sourceColumns = sql`d.project, c.id as "chunkId", null as "subjectId", c.text, c.literal,
  c.start_offset as offset, c.heading_path as "headingPath", d.path as "documentPath", d.updated_at as "updatedAt",
  d.contributor, d.audience, false as "isPersonal", d.id as "documentId", d.title,
  case when d.kind_given then d.kind end as "givenKind", d.format,
  case when d.format <> 'markdown' and row_number() over (partition by d.id order by c.ordinal) = 1 then d.content end as content`;

type ChunkRow = Omit<ExtractionSource, 'source'> & {
  readonly chunkId: string;
  readonly title: string | null;
  readonly givenKind: DocumentKind | null;
  readonly format: DocumentFormat;
  /**
   * With a document's first chunk, the whole content, for a format that is read as a whole; null for markdown, which is read by the chunk.
   */
  readonly content: string | null;
};

/** Chunks by document, with what their document says of itself; all chunks of each document have to be there. */
const withDocuments = async (rows: readonly ChunkRow[]): Promise<Map<string, ExtractionSource[]>> => {
  const sources = new Map<string, ExtractionSource[]>();
  for (const [id, chunks] of Map.groupBy(rows, ({ documentId }) => documentId ?? '')) {
    const [{ documentPath, title, givenKind, format, content } = noChunk] = chunks;
    const readable = content === null ? null : await readFormat(format, content);
    const read = chunks.map(
      ({ title: _, givenKind: __, format: ___, content: ____, chunkId, ...source }) => ({
        ...source,
        source: { kind: 'chunk', id: chunkId } as const,
        readable: readable && readablePart(readable, source.offset, source.offset + source.text.length),
      }),
    );
    const document = readDocumentFacts(documentPath, title, read.map(asRead), givenKind);
    sources.set(
      id,
      read.map((source) => ({ ...source, document })),
    );
  }
  return sources;
};
const noChunk = {
  documentPath: null,
  title: null,
  givenKind: null,
  format: 'markdown',
  content: null,
} as const;

/** Documents of a wave to read: `unread` leaves out those that this version of the extractor has read. */
export interface WaveScope {
  readonly waveId: string;
  readonly unread: { readonly extractorVersion: string } | null;
}

const documentsIn = (viewer: Viewer, { waveId, unread }: WaveScope) =>
  sql`${documentsVisibleTo(viewer, 'd')} and d.wave_id = ${waveId} ${
    unread === null
      ? sql``
      : // 'offset 0' makes it one index look-up a document, whatever the statistics say.
        sql`and not exists (select 1 from source_readings r where r.tenant = d.tenant and r.document_id = d.id
          and r.extractor_version = ${unread.extractorVersion} offset 0)`
  }`;

/** A part of a wave: at most so many documents, those behind `after` (absent: from the first on). */
export interface WavePart {
  readonly most: number;
  readonly after?: string;
}

/** The number of documents of a wave to read, as far as the viewer may read them, counted up to `most`. */
export const countWaveDocuments = async (
  db: QueryExecutorProvider,
  viewer: Viewer,
  scope: WaveScope,
  { most, after = '' }: WavePart,
): Promise<number> => {
  const { rows } = await sql<{ count: string }>`select count(*) from (select 1 from documents d
    where ${documentsIn(viewer, scope)} and d.id > ${after} order by d.id limit ${most}) d`.execute(db);
  return Number(rows[0]?.count ?? 0);
};

/**
 * Every chunk of at most so many documents of a wave that the viewer may read, behind `after`, in the order they came; for a
 * session of the system role, which sees them all.
 */
export const readWaveSources = async (
  db: QueryExecutorProvider,
  viewer: Viewer,
  scope: WaveScope,
  { most, after = '' }: WavePart,
): Promise<ExtractionSource[]> => {
  const { rows } = await sql<ChunkRow>`select ${sourceColumns}
    from (select * from documents d where ${documentsIn(viewer, scope)} and d.id > ${after} order by d.id limit ${most}) d
      join chunks c on c.tenant = d.tenant and c.document_id = d.id order by d.id, c.ordinal`.execute(db);
  return [...(await withDocuments(rows)).values()].flat();
};

/** The chunks of documents, in their order, by document; for a session of the system role. */
export const readDocumentSources = async (
  db: QueryExecutorProvider,
  tenant: string,
  documentIds: readonly string[],
): Promise<Map<string, ExtractionSource[]>> => {
  if (documentIds.length === 0) return new Map();
  const { rows } = await sql<ChunkRow>`select ${sourceColumns}
    from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where ${hasId(tenant, documentIds, 'd')} order by d.id, c.ordinal`.execute(db);
  return withDocuments(rows);
};

/** One chunk; null when it is missing. For a session of the system role: the caller checks whether the viewer sees it. */
export const readChunkSource = async (
  db: QueryExecutorProvider,
  tenant: string,
  chunkId: string,
): Promise<ExtractionSource | null> => {
  const { rows } = await sql<ChunkRow>`select ${sourceColumns}
    from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where d.tenant = ${tenant}
      and d.id = (select document_id from chunks where tenant = ${tenant} and id = ${chunkId})
    order by c.ordinal`.execute(db);
  return [...(await withDocuments(rows)).values()].flat().find(({ source }) => source.id === chunkId) ?? null;
};

/**
 * Marks a wave as extracted, and the passes over it as finished; the first mark stays. Documents that the pass was not to see
 * go on waiting for the gateway.
 */
export const markWaveExtracted = async (
  { db, viewer }: WriteSession,
  waveId: string,
  now: Date,
): Promise<void> => {
  await sql`with finished as (update extraction_reports set finished_at = ${now}
      where tenant = ${viewer.tenant} and wave_id = ${waveId} and finished_at is null)
    update waves set extracted_at = coalesce(extracted_at, ${now}), given_up_at = null,
      unread_since = case when exists (select 1 from documents d
        where d.tenant = ${viewer.tenant} and d.wave_id = ${waveId} and ${isUnread}) then coalesce(unread_since, ${now}) end
    where tenant = ${viewer.tenant} and id = ${waveId}`.execute(db);
};

/** Marks the pass over a wave as stopped: one that is under way ends behind the slice that it reads. */
export const markWaveStopped = async (
  { db, viewer }: WriteSession,
  waveId: string,
  now: Date,
): Promise<void> => {
  await sql`update waves set stopped_at = ${now}, unread_since = null, given_up_at = null where tenant = ${viewer.tenant} and id = ${waveId}`.execute(
    db,
  );
};

/** A pass over a wave or an interaction. */
export interface Pass {
  readonly reportId: string;
  readonly isFinished: boolean;
  /** The document up to which a pass under way has read, in the order of their ids; '' when it has read none. */
  readonly readUpTo: string;
}

/** The newest pass over a wave or an interaction; null when there was none. */
export const newestPass = async (
  db: QueryExecutorProvider,
  { tenant }: Viewer,
  sourceId: string,
): Promise<Pass | null> => {
  const { rows } = await sql<Pass>`select r.id as "reportId", r.finished_at is not null as "isFinished",
      case when r.finished_at is null then (select d.document_id from source_readings d
        where d.tenant = ${tenant} and d.report_id = r.id and d.document_id is not null
        order by d.document_id desc limit 1) end as "readUpTo"
    from (select * from extraction_reports where tenant = ${tenant} and wave_id = ${sourceId}
      union all select * from extraction_reports where tenant = ${tenant} and source_id = ${sourceId}) r
    order by r.created_at desc, r.id desc limit 1`.execute(db);
  const [pass] = rows;
  return pass ? { ...pass, readUpTo: pass.readUpTo ?? '' } : null;
};

/** The document behind which the next pass over a wave reads on, in the order of their ids; '' for the first. */
export const readUpTo = async (db: QueryExecutorProvider, viewer: Viewer, waveId: string): Promise<string> =>
  (await newestPass(db, viewer, waveId))?.readUpTo ?? '';

/** Key of a document version. */
export interface VersionKey {
  readonly project: string;
  readonly path: string;
  readonly visibilityKey: string;
  readonly contentHash: string;
}

/** Finds the versions that are already stored. */
export const findVersions = async (
  db: QueryExecutorProvider,
  tenant: string,
  versions: readonly VersionKey[],
): Promise<VersionKey[]> => {
  const { rows } = await sql<VersionKey>`select d.project, d.path, d.visibility_key as "visibilityKey",
      d.content_hash as "contentHash"
    from unnest(${texts(versions, 'project')}, ${texts(versions, 'visibilityKey')}, ${texts(versions, 'path')}, ${texts(versions, 'contentHash')})
        as given (project, visibility_key, path, content_hash)
      -- One index look-up for each, however many there are: 'offset 0' keeps it from being joined otherwise, and '||' keeps the
      -- index of projects out, which is as good to a planner without statistics and has every document of the project.
      cross join lateral (select * from documents stored where stored.tenant = ${tenant} and stored.project || '' = given.project
        and stored.visibility_key = given.visibility_key and stored.path = given.path and stored.content_hash = given.content_hash
        offset 0) as d`.execute(db);
  return rows;
};

/** Says of which kind a document is. */
export const storeDocumentKind = async (
  { db, viewer: { tenant } }: WriteSession,
  documentId: string,
  kind: DocumentKind,
): Promise<void> => {
  await sql`update documents set kind = ${kind}, kind_given = true
    where tenant = ${tenant} and id = ${documentId}`.execute(db);
};
