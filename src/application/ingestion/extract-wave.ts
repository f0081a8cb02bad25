import { type CommonInput, describeUseCase, notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';
import { readWaveSources } from '#persistence/ingestion/extraction-sources.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { type WaveRow, wavesById } from '#persistence/ingestion/sources.ts';
import { type ReadSession, readThrough } from '#persistence/store/viewer-session.ts';
import { assertCandidateLimit } from './steps/candidate-limit.ts';
import { extractWaveDocuments } from './steps/extract-wave-documents.ts';
import { readProposals } from './steps/read-proposals.ts';
import { runReadingUseCase } from './steps/run-reading-use-case.ts';
import { keepReportArtifact } from './steps/store-report-artifact.ts';

export interface ExtractWaveInput extends CommonInput {
  readonly waveId: string;
  readonly candidateLimit?: number | null | undefined;
}

/** Throws `not_found` for what the viewer may not see, and `forbidden` for a contributor's request about somebody else's wave. */
const getWave = async (session: ReadSession, id: string): Promise<WaveRow> => {
  const { viewer } = session;
  const wave = await wavesById(session).load(id);
  if (!wave) throw notFound(['waveId']);
  if (wave.startedBy !== viewer.user && !hasAnyRole(viewer, ['reviewer', 'service']))
    throw new DomainError(
      'forbidden',
      'A contributor extracts waves that they began. Ask for a token with the role reviewer or service.',
    );
  return wave;
};

/** Reads a wave on request: what is new becomes candidates, up to the cap; call again for the rest. */
export const extractWave = describeUseCase<ExtractWaveInput, { readonly reportId: string }>(
  { mutation: 'extractWave', roles: ['reviewer', 'service', 'contributor'], as: 'system' },
  async (dependencies, command, terms) => {
    const { waveId, candidateLimit } = command.input;
    const result = await runReadingUseCase(
      dependencies,
      command,
      terms,
      async (session) => {
        assertCandidateLimit(candidateLimit);
        const wave = await getWave(session, waveId);
        return readWaveSources(await session.db(), session.viewer, wave.id);
      },
      async (useCase, readings) => {
        assertCandidateLimit(candidateLimit);
        await lockExtractionPasses(useCase.session);
        const wave = await getWave(readThrough(useCase.session), waveId);
        const sources = await readWaveSources(useCase.session.db, useCase.viewer, wave.id);
        const read = await readProposals(useCase, sources, readings);
        return {
          verdict: 'done',
          outcome: { reportId: await extractWaveDocuments(useCase, wave.id, read, candidateLimit) },
        };
      },
    );
    if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
    return result;
  },
);
