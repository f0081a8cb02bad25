import { sql } from 'kysely';
import { baseConfidence } from '#domain/confidence/effective-confidence.ts';
import type { Memory } from '#entities/memory.ts';
import type { UseCase } from './carry-out.ts';

/** After evidence or a mandate: brings the base of a locked memory up to date; what it was written with is kept. Flushes. */
export const settleConfidence = async (
  { session, viewer, installation }: UseCase,
  memory: Memory,
): Promise<void> => {
  const { rows } = await sql<{ type: string }>`select distinct detection_type as type from evidence
    where tenant = ${viewer.tenant} and memory_id = ${memory.id}`.execute(session.db);
  const written = Number(memory.writtenConfidence ?? memory.confidence);
  const facts = { mandatory: memory.mandatory, written, detectionTypes: rows.map(({ type }) => type) };
  memory.confidence = baseConfidence(facts, installation.settings.confidence);
  if (memory.confidence !== written) memory.writtenConfidence = written;
  await session.em.flush();
};
