import type { UseCaseContext } from '#application/use-case.ts';
import { baseConfidence } from '#domain/evidence/effective-confidence.ts';
import type { Memory } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';

/** After evidence or a mandate: brings the base of locked memories up to date, in one statement; what they were written with is kept. */
export const settleConfidences = async (
  { session, viewer, dependencies }: UseCaseContext,
  memories: readonly Memory[],
): Promise<void> => {
  if (memories.length === 0) return;
  const ids = memories.map(({ id }) => id);
  const { rows } = await sql<{
    id: string;
    type: string;
  }>`select distinct memory_id as id, detection_type as type from evidence
    where tenant = ${viewer.tenant} and memory_id = any(${ids})`.execute(session.db);
  const settled = memories.filter((memory) => {
    const written = Number(memory.writtenConfidence ?? memory.confidence);
    const detectionTypes = rows.filter(({ id }) => id === memory.id).map(({ type }) => type);
    const facts = { mandatory: memory.mandatory, written, detectionTypes };
    const confidence = baseConfidence(facts, dependencies.settings.confidence);
    if (confidence === memory.confidence) return false;
    memory.writtenConfidence ??= written;
    memory.confidence = confidence;
    return true;
  });
  if (settled.length === 0) return;
  session.send(sql`update memories m set confidence = s.confidence, written_confidence = s.written
    from unnest(${settled.map(({ id }) => id)}::text[], ${settled.map(({ confidence }) => confidence)}::float8[],
      ${settled.map(({ writtenConfidence }) => writtenConfidence)}::float8[]) as s (id, confidence, written)
    where m.tenant = ${viewer.tenant} and m.id = s.id`);
};

/** As `settleConfidences`, for one. */
export const settleConfidence = (useCase: UseCaseContext, memory: Memory): Promise<void> =>
  settleConfidences(useCase, [memory]);
