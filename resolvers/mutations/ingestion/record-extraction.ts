import { type RecordExtractionOutcome, recordExtraction } from '#application/ingestion/record-extraction.ts';
import { Extraction } from '#resolvers/extraction.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { WorkflowItem } from '#resolvers/workflow-item.ts';
import { rowById } from '../../schema/row-by-id.ts';

const FieldConfidenceInput = builder.inputType('FieldConfidenceInput', {
  description: 'How far one field of a payload is believed.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description:
        'The field, 1 to 200 characters, each once. In `vouch.statements`, `statements.0` speaks for the first statement alone.',
    }),
    confidence: t.float({ required: true, description: 'The confidence in the field, from 0 to 1.' }),
  }),
});

const RecordExtractionInput = builder.inputType('RecordExtractionInput', {
  description: 'What an extractor read. It inherits project, audience and contributor from its source.',
  fields: (t) => ({
    schemaName: t.string({
      required: true,
      description:
        'What the payload is, 1 to 200 characters. `vouch.statements` yields candidates: `{ statements: [{ kind | entityType, content, start, end }] }`.',
    }),
    payload: t.field({
      type: 'JSON',
      required: true,
      description:
        'What was read; at most 1,000,000 characters. Spans of statements are UTF-16 code units into the text of the chunk or the interaction, and hold the content character for character.',
    }),
    fieldConfidence: t.field({
      type: [FieldConfidenceInput],
      required: true,
      description: 'How far each field is believed; at least one.',
    }),
    guardrailFlags: t.stringList({
      required: false,
      description: 'What guardrails reported; at most 100, of 1 to 200 characters. Absent: nothing.',
    }),
    sourceChunkId: t.id({
      ...idOf('Chunk'),
      required: false,
      description: 'The chunk it was read from, `chk_…`.',
    }),
    sourceInteractionId: t.id({
      ...idOf('Interaction'),
      required: false,
      description: 'The interaction it was read from, `int_…`; not together with a chunk.',
    }),
    project: t.string({
      required: false,
      description: 'The project of an extraction without a source; `default` when absent.',
    }),
    extractorVersion: t.string({
      required: true,
      description: 'The version of the extractor that read it, 1 to 200 characters; its candidates carry it.',
    }),
    route: t.boolean({ required: false, description: 'Whether to route it at once; true when absent.' }),
    ...commonFields(t),
  }),
});

const RecordExtractionPayload = builder
  .objectRef<RecordExtractionOutcome & { readonly applied: boolean }>('RecordExtractionPayload')
  .implement({
    description: 'The extraction, and where routing put it.',
    fields: (t) => ({
      extraction: t.field({
        type: Extraction,
        nullable: true,
        description: 'The extraction as the viewer sees it.',
        resolve: ({ extractionId }, _args, { reads }) => reads.loaders.extractions.load(extractionId),
      }),
      workflowItem: t.field({
        type: WorkflowItem,
        description: 'The routing of the extraction; null when it was not to be routed.',
        ...rowById('workflowItemId', ({ workflowItems }) => workflowItems),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('recordExtraction', (t) =>
  t.field({
    type: RecordExtractionPayload,
    description: 'A service records what an extractor of its own read, and has it routed.',
    errors: {
      types: refusalTypes,
      union: { name: 'RecordExtractionResult', description: 'The extraction, or why it was not recorded.' },
    },
    args: {
      input: t.arg({
        type: RecordExtractionInput,
        required: true,
        description: 'The input of `recordExtraction`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, recordExtraction, input),
  }),
);
