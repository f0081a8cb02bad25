import type { UseCaseContext } from '#application/use-case.ts';
import { markWaveExtracted } from '#persistence/ingestion/extraction-sources.ts';
import { runExtractionPass } from './extraction-pass.ts';
import type { ReadSources } from './read-proposals.ts';

/**
 * One extraction pass over what was read of a wave's chunks, the cap over the wave. Marks the wave as extracted;
 * returns the report's id.
 */
export const extractWaveDocuments = async (
  useCase: UseCaseContext,
  waveId: string,
  read: ReadSources,
  candidateLimit: number | null | undefined,
): Promise<string> => {
  const { session, now, record } = useCase;
  const reportId = await runExtractionPass(useCase, {
    waveId,
    interactionId: null,
    read,
    candidateLimit: candidateLimit ?? undefined,
  });
  await markWaveExtracted(session, waveId, now);
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
