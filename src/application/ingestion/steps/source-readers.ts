import type { SourceKind } from '#domain/ingestion/source.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { isDocumentVisible } from '#domain/privacy/visibility.ts';
import { readChunkSource } from '#persistence/ingestion/extraction-sources.ts';
import {
  chunksById,
  documentsById,
  type InteractionRow,
  interactionsById,
} from '#persistence/ingestion/sources.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** A source as what comes of it cites it and inherits from it. */
export type CitedSource = Pick<
  ExtractionSource,
  'source' | 'project' | 'contributor' | 'audience' | 'isPersonal' | 'text'
>;

/** Reads sources of one kind in a session of the system role: null for what is missing, or hidden from its viewer. */
interface SourceReader {
  readonly cite: (session: ReadSession, id: string) => Promise<CitedSource | null>;
  /** Like `cite`, with all by which statements are read from it. */
  readonly read: (session: ReadSession, id: string) => Promise<ExtractionSource | null>;
}

/** A row of a source that is read as a whole. */
export type WholeRow = Pick<
  InteractionRow,
  'id' | 'project' | 'subjectId' | 'contributor' | 'audience' | 'isPersonal' | 'content' | 'occurredAt'
>;

/** A source as statements are read from it. Its own date is its freshness. */
export const sourceOfWhole = (kind: SourceKind, row: WholeRow): ExtractionSource => ({
  project: row.project,
  documentId: null,
  source: { kind, id: row.id },
  subjectId: row.subjectId,
  contributor: row.contributor,
  audience: row.audience,
  isPersonal: row.isPersonal,
  text: row.content,
  headingPath: [],
  offset: 0,
  documentPath: null,
  updatedAt: row.occurredAt,
  saidOn: row.occurredAt?.toISOString().slice(0, 10) ?? null,
});

const readsWhole = (
  kind: SourceKind,
  rowsById: (
    session: ReadSession,
    how: { readonly whole: true },
  ) => { readonly load: (id: string) => Promise<WholeRow | null> },
): SourceReader => {
  const read = async (session: ReadSession, id: string) => {
    const row = await rowsById(session, { whole: true }).load(id);
    return row && sourceOfWhole(kind, row);
  };
  return { cite: read, read };
};

export const sourceReaders: Readonly<Record<SourceKind, SourceReader>> = {
  chunk: {
    cite: async (session, id) => {
      const chunk = await chunksById(session, { whole: true }).load(id);
      const document = chunk && (await documentsById(session).load(chunk.documentId));
      return (
        document && {
          ...chunk,
          source: { kind: 'chunk', id },
          project: document.project,
          isPersonal: false,
        }
      );
    },
    read: async (session, id) => {
      const { tenant } = session.viewer;
      const source = await readChunkSource(await session.db(), tenant, id);
      return source !== null && isDocumentVisible(session.viewer, { ...source, tenant }) ? source : null;
    },
  },
  interaction: readsWhole('interaction', interactionsById),
};
