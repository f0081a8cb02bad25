import { extractWave } from '#application/ingestion/extract-wave.ts';
import { ExtractionReportPayload } from '#resolvers/mutations/steps/extraction-report-payload.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ExtractWaveInput = builder.inputType('ExtractWaveInput', {
  description: 'Which wave `extractWave` reads.',
  fields: (t) => ({
    waveId: t.id({ ...idOf('IngestionWave'), required: true, description: 'The id of the wave (`wav_…`).' }),
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
      'Reads all chunks of a wave. What is new becomes candidates, up to the cap; call again for the next best. A contributor may do so for a wave that they began.',
    errors: {
      types: refusalTypes,
      union: { name: 'ExtractWaveResult', description: 'The report of the pass, or why there is none.' },
    },
    args: {
      input: t.arg({ type: ExtractWaveInput, required: true, description: 'The input of `extractWave`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, extractWave, input),
  }),
);
