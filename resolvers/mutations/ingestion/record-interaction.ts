import { recordInteraction } from '#application/ingestion/record-interaction.ts';
import { ExtractionReport } from '#resolvers/extraction-report.ts';
import { Interaction } from '#resolvers/interaction.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { rowById } from '../../schema/row-by-id.ts';

const RecordInteractionInput = builder.inputType('RecordInteractionInput', {
  description:
    'A conversation or note, at most 1 MB. Names have 1 to 200 characters, lists at most 50 of them.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project that the item belongs to.' }),
    subjectId: t.string({
      required: false,
      description: 'Whom it is about; the memories read from it are about them too.',
    }),
    content: t.string({
      required: true,
      description:
        'The text of the source: markdown, or a transcript whose turns begin as `Alice: …`, `**Alice:** …` or `[10:02] Alice: …`.',
    }),
    source: t.string({
      required: false,
      description: 'Where the interaction was captured, such as `slack`.',
    }),
    occurredAt: t.field({
      type: 'DateTime',
      required: false,
      description: 'When the interaction took place, at most a day ahead; absent: now.',
    }),
    extract: t.boolean({
      required: false,
      description: 'Whether to read its statements at once; false when absent.',
    }),
    isPersonal: t.boolean({
      required: false,
      description: 'True: for you alone, and so is all that is read from it.',
    }),
    audience: t.stringList({
      required: false,
      description: 'The groups it is for, each known to the tenant; absent or empty: the whole tenant.',
    }),
    ...commonFields(t),
  }),
});

const RecordInteractionPayload = builder
  .objectRef<{ readonly interactionId: string; readonly reportId: string | null }>('RecordInteractionPayload')
  .implement({
    description: 'The interaction that was recorded.',
    fields: (t) => ({
      interaction: t.field({
        type: Interaction,
        nullable: true,
        description: 'The interaction as the viewer sees it.',
        resolve: ({ interactionId }, _args, { reads }) => reads.loaders.interactions.load(interactionId),
      }),
      report: t.field({
        type: ExtractionReport,
        description: 'What was read from it; null when `extract` was not asked for.',
        ...rowById('reportId', ({ reports }) => reports),
      }),
    }),
  });

builder.mutationField('recordInteraction', (t) =>
  t.field({
    type: RecordInteractionPayload,
    description:
      'Keeps a conversation or note, character for character; with `extract`, reads its statements into candidates.',
    errors: {
      types: refusalTypes,
      union: { name: 'RecordInteractionResult', description: 'The interaction, or why it was not recorded.' },
    },
    args: {
      input: t.arg({
        type: RecordInteractionInput,
        required: true,
        description: 'The input of `recordInteraction`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, recordInteraction, input),
  }),
);
