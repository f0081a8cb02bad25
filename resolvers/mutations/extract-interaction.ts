import { extractInteraction } from '#application/extract-interaction.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { ExtractionReportPayload } from './extraction-report-payload.ts';
import { commonFields } from './input-fields.ts';

const ExtractInteractionInput = builder.inputType('ExtractInteractionInput', {
  description: 'The interaction to read.',
  fields: (t) => ({
    interactionId: t.id({ required: true, description: '`int_…`' }),
    candidateLimit: t.int({
      required: false,
      description: 'Lowers the cap of candidates; absent: the installation’s, 50 by default.',
    }),
    ...commonFields(t),
  }),
});

builder.mutationField('extractInteraction', (t) =>
  t.field({
    type: ExtractionReportPayload,
    description:
      'Reads the statements of an interaction. What is new becomes candidates, up to the cap. A reviewer may ask it of any interaction that they may read, a service of those that it recorded.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'ExtractInteractionResult',
        description: 'The report of the pass, or why there is none.',
      },
    },
    args: {
      input: t.arg({ type: ExtractInteractionInput, required: true, description: 'The interaction.' }),
    },
    resolve: (_root, { input }, context) => carryOutMutation(context, extractInteraction, input),
  }),
);
