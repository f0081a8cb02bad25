import type { QueryExecutorProvider } from 'kysely';
import type { UseCaseContext } from '#application/use-case.ts';
import { sql } from '#persistence/reading/sql.ts';
import { runExtractionPass } from './extraction-pass.ts';
import type { ExtractionSource, ReadSources } from './read-proposals.ts';

const sourceColumns = sql`d.project, c.id as "chunkId", null as "interactionId", null as "subjectId", c.text, c.literal,
  c.start_offset as offset, c.heading_path as "headingPath", d.path as "documentPath", d.updated_at as "updatedAt",
  d.contributor, d.audience, false as "isPersonal"`;

/** Every chunk of a wave, in the order it came; for a session of the system role. */
export const readWaveSources = async (
  db: QueryExecutorProvider,
  tenant: string,
  waveId: string,
): Promise<ExtractionSource[]> => {
  const { rows } = await sql<ExtractionSource>`select ${sourceColumns}
    from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where d.tenant = ${tenant} and d.wave_id = ${waveId} order by d.id, c.ordinal`.execute(db);
  return rows;
};

/** The chunks of documents, in their order, by document; for a system session. */
export const readDocumentSources = async (
  db: QueryExecutorProvider,
  tenant: string,
  documentIds: readonly string[],
): Promise<Map<string, ExtractionSource[]>> => {
  if (documentIds.length === 0) return new Map();
  const { rows } = await sql<
    ExtractionSource & { documentId: string }
  >`select ${sourceColumns}, d.id as "documentId"
    from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where d.tenant = ${tenant} and d.id = any(${[...documentIds]}) order by d.id, c.ordinal`.execute(db);
  return Map.groupBy(rows, ({ documentId }) => documentId);
};

/** One chunk; null when it is missing. For a session of the system role: whether the viewer sees it is the caller's question. */
export const readChunkSource = async (
  db: QueryExecutorProvider,
  tenant: string,
  chunkId: string,
): Promise<ExtractionSource | null> => {
  const { rows } = await sql<ExtractionSource>`select ${sourceColumns}
    from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where d.tenant = ${tenant} and c.id = ${chunkId}`.execute(db);
  return rows[0] ?? null;
};

/** One extraction pass over what was read of a wave's chunks, the cap over the wave. Marks the wave as extracted; returns the report's id. */
export const extractWaveDocuments = async (
  useCase: UseCaseContext,
  waveId: string,
  read: ReadSources,
  candidateLimit: number | null | undefined,
): Promise<string> => {
  const { session, viewer, now, record } = useCase;
  const reportId = await runExtractionPass(useCase, {
    waveId,
    interactionId: null,
    read,
    candidateLimit: candidateLimit ?? undefined,
  });
  await sql`update waves set extracted_at = coalesce(extracted_at, ${now})
    where tenant = ${viewer.tenant} and id = ${waveId}`.execute(session.db);
  record([
    {
      action: 'wave.extracted',
      targetType: 'Wave',
      targetId: waveId,
      before: null,
      after: { reportId, chunks: read.sources },
    },
  ]);
  return reportId;
};
