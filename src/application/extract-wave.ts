import { wavesById } from '#persistence/source-repository.ts';
import { readThrough } from '#persistence/viewer-session.ts';
import { assertCandidateLimit } from './candidate-limit.ts';
import { type CarriedOut, type Command, type CommonInput, carryOut, notFound } from './carry-out.ts';
import { takeTurn } from './extraction-pass.ts';
import type { Installation } from './installation.ts';
import { sweepWave } from './sweep-wave.ts';

export interface ExtractWaveInput extends CommonInput {
  readonly waveId: string;
  readonly candidateLimit?: number | null | undefined;
}

/** Sweeps a wave on request: what is new becomes candidates, up to the cap; call again for the rest. */
export const extractWave = (
  installation: Installation,
  command: Command<ExtractWaveInput>,
): Promise<CarriedOut<{ readonly reportId: string }>> =>
  carryOut(
    installation,
    command,
    { mutation: 'extractWave', roles: ['reviewer', 'service'], as: 'steward' },
    async (useCase) => {
      const { waveId, candidateLimit } = command.input;
      assertCandidateLimit(candidateLimit);
      await takeTurn(useCase);
      const wave = await wavesById(readThrough(useCase.session)).load(waveId);
      if (!wave) throw notFound(['waveId']);
      return { verdict: 'done', outcome: { reportId: await sweepWave(useCase, wave.id, candidateLimit) } };
    },
  );
