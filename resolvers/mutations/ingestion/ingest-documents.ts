import { ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { IngestionWave } from '#resolvers/ingestion-wave.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const DocumentInput = builder.inputType('DocumentInput', {
  description: 'A markdown document; at most 1 MB.',
  fields: (t) => ({
    path: t.string({
      required: true,
      description: 'Relative, with forward slashes, without `..`; at most 1,024 characters.',
    }),
    content: t.string({
      required: true,
      description: 'The whole text; a byte order mark at its beginning is dropped.',
    }),
    updatedAt: t.field({
      type: 'DateTime',
      required: false,
      description: "The file's own date: recent ones are believed a little more. At most a day ahead.",
    }),
    audience: t.stringList({
      required: false,
      description: 'The groups it is for, each known to the tenant; absent or empty: the whole tenant.',
    }),
  }),
});

const IngestDocumentsInput = builder.inputType('IngestDocumentsInput', {
  description: 'A wave of documents, or more for a wave that has not been extracted yet.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project they belong to, 1 to 200 characters.' }),
    documents: t.field({
      type: [DocumentInput],
      required: true,
      description: '1 to 500 documents, 6 MB together.',
    }),
    extract: t.boolean({
      required: false,
      description: 'Whether to extract statements from the wave at the end; true when absent.',
    }),
    candidateLimit: t.int({
      required: false,
      description: 'Lowers the cap of candidates; absent: the installation’s, 50 by default.',
    }),
    waveId: t.id({
      ...idOf('IngestionWave'),
      required: false,
      description: 'A wave of the same project to add to; absent: a new one.',
    }),
    ...commonFields(t),
  }),
});

const IngestDocumentsPayload = builder
  .objectRef<{ readonly waveId: string; readonly unchanged: number }>('IngestDocumentsPayload')
  .implement({
    description: 'The wave that the documents came with.',
    fields: (t) => ({
      wave: t.field({
        type: IngestionWave,
        nullable: true,
        description: 'The wave as the viewer sees it.',
        resolve: ({ waveId }, _args, { reads }) => reads.loaders.waves.load(waveId),
      }),
      unchanged: t.exposeInt('unchanged', {
        description: 'Documents whose path and content were in force already.',
      }),
    }),
  });

builder.mutationField('ingestDocuments', (t) =>
  t.field({
    type: IngestDocumentsPayload,
    description:
      'Takes documents in, all or none; cuts them into chunks; extracts from them for candidates unless the input says otherwise.',
    errors: {
      types: refusalTypes,
      union: { name: 'IngestDocumentsResult', description: 'The wave, or why nothing was taken in.' },
    },
    args: {
      input: t.arg({
        type: IngestDocumentsInput,
        required: true,
        description: 'The input of `ingestDocuments`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, ingestDocuments, input),
  }),
);
