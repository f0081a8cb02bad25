import type { UseCaseContext } from '#application/use-case.ts';
import { baseConfidence } from '#domain/evidence/effective-confidence.ts';
import type { Memory } from '#entities/memory.ts';
import { readDetectionTypes, storeConfidences } from '#persistence/evidence.ts';

/** After evidence or a mandate: brings the base of locked memories up to date, in one statement; what they were written with is kept. */
export const settleConfidences = async (
  { session, dependencies, now }: UseCaseContext,
  memories: readonly Memory[],
): Promise<void> => {
  if (memories.length === 0) return;
  const ids = memories.map(({ id }) => id);
  const rows = await readDetectionTypes(session, ids);
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
  if (settled.length > 0) storeConfidences(session, settled, { until: now, newId: dependencies.newId });
};

/** Like `settleConfidences`, for one memory. */
export const settleConfidence = (useCase: UseCaseContext, memory: Memory): Promise<void> =>
  settleConfidences(useCase, [memory]);
