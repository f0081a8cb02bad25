import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { markWaveStopped } from '#persistence/ingestion/extraction-sources.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { getWaveToExtract } from './steps/get-wave.ts';

export interface StopExtractionInput extends CommonInput {
  readonly waveId: string;
}

/**
 * Stops the pass over a wave, in whatever process it runs, for anybody who may extract the wave: it ends behind the
 * documents that it is reading, which stay read. Another `extractWave` reads the rest.
 */
export const stopExtraction = defineUseCase<StopExtractionInput, { readonly waveId: string }>(
  { mutation: 'stopExtraction', roles: ['reviewer', 'service', 'contributor'], as: 'system' },
  async ({ session, now, record }, { input: { waveId } }) => {
    const { stoppedAt } = await getWaveToExtract(readThrough(session), waveId);
    await markWaveStopped(session, waveId, now);
    record([
      {
        action: 'wave.stopped',
        targetType: 'Wave',
        targetId: waveId,
        before: { stoppedAt },
        after: { stoppedAt: now },
      },
    ]);
    return { verdict: 'done', outcome: { waveId } };
  },
);
