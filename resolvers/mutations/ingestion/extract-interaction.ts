import { extractInteraction } from '#application/ingestion/extract-interaction.ts';
import { ExtractionReportPayload } from '#resolvers/mutations/steps/extraction-report-payload.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ExtractInteractionInput = builder.inputType('ExtractInteractionInput', {
  description: 'Which interaction `extractInteraction` reads.',
  fields: (t) => ({
    interactionId: t.id({
      ...idOf('Interaction'),
      required: true,
      description: 'The id of the interaction (`int_…`).',
    }),
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
      input: t.arg({
        type: ExtractInteractionInput,
        required: true,
        description: 'The input of `extractInteraction`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, extractInteraction, input),
  }),
);
