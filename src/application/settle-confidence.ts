import { baseConfidence } from '#domain/confidence/effective-confidence.ts';
import type { Memory } from '#entities/memory.ts';
import { sql } from '#persistence/sql.ts';
import type { UseCase } from './carry-out.ts';
import { saveItem } from './change-item.ts';

/** After evidence or a mandate: brings the base of locked memories up to date; what they were written with is kept. */
export const settleConfidences = async (useCase: UseCase, memories: readonly Memory[]): Promise<void> => {
  if (memories.length === 0) return;
  const { session, viewer, installation } = useCase;
  const { rows } = await sql<{
    id: string;
    type: string;
  }>`select distinct memory_id as id, detection_type as type from evidence
    where tenant = ${viewer.tenant} and memory_id = any(${memories.map(({ id }) => id)})`.execute(session.db);
  for (const memory of memories) {
    const before = { ...memory };
    const written = Number(memory.writtenConfidence ?? memory.confidence);
    const detectionTypes = rows.filter(({ id }) => id === memory.id).map(({ type }) => type);
    const facts = { mandatory: memory.mandatory, written, detectionTypes };
    memory.confidence = baseConfidence(facts, installation.settings.confidence);
    if (memory.confidence !== written) memory.writtenConfidence = written;
    saveItem(useCase, before, memory);
  }
};

/** As `settleConfidences`, for one. */
export const settleConfidence = (useCase: UseCase, memory: Memory): Promise<void> =>
  settleConfidences(useCase, [memory]);
