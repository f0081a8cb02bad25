import { sql } from 'kysely';
import type { UseCase } from './carry-out.ts';
import { runExtractionPass } from './extraction-pass.ts';
import type { ExtractionSource } from './read-proposals.ts';

/** One extraction pass over all chunks of a wave, the cap over the wave. Marks the wave as extracted; returns the report's id. */
export const sweepWave = async (
  useCase: UseCase,
  waveId: string,
  candidateLimit: number | null | undefined,
): Promise<string> => {
  const { session, viewer, now, record } = useCase;
  const { rows } =
    await sql<ExtractionSource>`select d.project, c.id as "chunkId", null as "interactionId", c.text,
      c.start_offset as offset, c.heading_path as "headingPath", d.path as "documentPath", d.updated_at as "updatedAt",
      d.contributor, d.audience, false as "isPersonal", null as "subjectId"
    from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where d.tenant = ${viewer.tenant} and d.wave_id = ${waveId} order by d.id, c.ordinal`.execute(session.db);
  const reportId = await runExtractionPass(useCase, {
    waveId,
    interactionId: null,
    sources: rows,
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
      after: { reportId, chunks: rows.length },
    },
  ]);
  return reportId;
};
