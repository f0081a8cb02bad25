import { extractWave } from '#application/extract-wave.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { ExtractionReportPayload } from './extraction-report-payload.ts';
import { commonFields } from './input-fields.ts';

const ExtractWaveInput = builder.inputType('ExtractWaveInput', {
  description: 'The wave to sweep.',
  fields: (t) => ({
    waveId: t.id({ required: true, description: '`wav_…`' }),
    candidateLimit: t.int({
      required: false,
      description: 'Lowers the cap of candidates; absent: the installation’s, 50 by default.',
    }),
    ...commonFields(t),
  }),
});

builder.mutationField('extractWave', (t) =>
  t.field({
    type: ExtractionReportPayload,
    description:
      'Sweeps all chunks of a wave. What is new becomes candidates, up to the cap; call again for the next best.',
    errors: {
      types: refusalTypes,
      union: { name: 'ExtractWaveResult', description: 'The report of the pass, or why there is none.' },
    },
    args: { input: t.arg({ type: ExtractWaveInput, required: true, description: 'The wave.' }) },
    resolve: (_root, { input }, context) => carryOutMutation(context, extractWave, input),
  }),
);
