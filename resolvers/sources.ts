import { documents, extractions, interactions, waves } from '#persistence/ingestion/source-lists.ts';
import { countOfNewest, newestFirstCursor, pageOfNewest } from '#persistence/reading/newest-first.ts';
import { versionAt } from '#persistence/versions/lineage.ts';
import { Document, DocumentConnection } from './document.ts';
import { ExtractionConnection } from './extraction.ts';
import { IngestionWaveConnection } from './ingestion-wave.ts';
import { InteractionConnection } from './interaction.ts';
import { builder } from './schema/builder.ts';
import { itself, pageArgs, primed, readConnection } from './schema/connection.ts';
import { idOf } from './schema/id-arguments.ts';

const DocumentFilter = builder.inputType('DocumentFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.string({ required: false, description: 'Only items of this project.' }),
    path: t.string({
      required: false,
      description: 'Only documents at exactly this path, in every version.',
    }),
    pathContains: t.string({
      required: false,
      description: 'Only documents whose path holds this text, in whatever case.',
    }),
    contributor: t.string({ required: false, description: 'Only documents that this user ingested.' }),
    waveId: t.id({
      ...idOf('IngestionWave'),
      required: false,
      description: 'Only documents that came with the wave with this id, `wav_…`.',
    }),
    inForce: t.boolean({
      required: false,
      description:
        'True: only the version of each path that is in force: the last one, unless the path was withdrawn. False: only the others. Absent: both.',
    }),
  }),
});

const IngestionWaveFilter = builder.inputType('IngestionWaveFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.string({ required: false, description: 'Only items of this project.' }),
    extracted: t.boolean({
      required: false,
      description: 'True: extracted ones alone. False: those that take documents still. Absent: both.',
    }),
    startedBy: t.string({
      required: false,
      description: 'Only waves that the user with this name began.',
    }),
  }),
});

const InteractionFilter = builder.inputType('InteractionFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.string({ required: false, description: 'Only items of this project.' }),
    subjectId: t.string({ required: false, description: 'Only interactions about this subject.' }),
    source: t.string({
      required: false,
      description: 'Only interactions captured at a place that was named in exactly these words.',
    }),
    contributor: t.string({ required: false, description: 'Only interactions that this user recorded.' }),
  }),
});

const ExtractionFilter = builder.inputType('ExtractionFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.string({ required: false, description: 'Only items of this project.' }),
    schemaName: t.string({
      required: false,
      description: 'Only extractions whose payload has this schema name.',
    }),
    extractorVersion: t.string({
      required: false,
      description: 'Only extractions of this version of the extractor.',
    }),
    interactionId: t.id({
      ...idOf('Interaction'),
      required: false,
      description: 'Only items read from the interaction with this id, `int_…`.',
    }),
  }),
});

builder.queryFields((t) => ({
  document: t.field({
    type: Document,
    nullable: true,
    description: 'One version of a document; null when it is missing or hidden.',
    args: {
      id: t.arg.id({ ...idOf('Document'), required: true, description: 'The id of the document, `doc_…`.' }),
      asOf: t.arg({
        type: 'DateTime',
        required: false,
        description:
          'The version of the document that had come last, or come back last, at this instant; null when there was none. Absent: the version with this id.',
      }),
    },
    resolve: async (_root, { id, asOf }, { reads: { session, loaders } }) => {
      const version = asOf == null ? id : await versionAt(session, id, asOf);
      return version === null ? null : loaders.documents.load(version);
    },
  }),
  documents: t.field({
    type: DocumentConnection,
    description: 'The documents that the viewer may see, every version of each, newest first.',
    args: {
      filter: t.arg({
        type: DocumentFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, ...args }, { reads: { session, loaders } }) =>
      readConnection(args, {
        page: async (page) =>
          primed(loaders.documents, await pageOfNewest(session, documents, filter ?? {}, page)),
        count: () => countOfNewest(session, documents, filter ?? {}),
        cursor: (row) => newestFirstCursor(documents, row),
        node: itself,
      }),
  }),
  ingestionWaves: t.field({
    type: IngestionWaveConnection,
    description: 'The waves that the viewer may see, newest first.',
    args: {
      filter: t.arg({
        type: IngestionWaveFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, ...args }, { reads: { session, loaders } }) =>
      readConnection(args, {
        page: async (page) => primed(loaders.waves, await pageOfNewest(session, waves, filter ?? {}, page)),
        count: () => countOfNewest(session, waves, filter ?? {}),
        cursor: (row) => newestFirstCursor(waves, row),
        node: itself,
      }),
  }),
  interactions: t.field({
    type: InteractionConnection,
    description:
      'The interactions that the viewer may read whole, newest first; personal ones are not listed.',
    args: {
      filter: t.arg({
        type: InteractionFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, ...args }, { reads: { session, loaders } }) =>
      readConnection(args, {
        page: async (page) =>
          primed(loaders.interactions, await pageOfNewest(session, interactions, filter ?? {}, page)),
        count: () => countOfNewest(session, interactions, filter ?? {}),
        cursor: (row) => newestFirstCursor(interactions, row),
        node: itself,
      }),
  }),
  extractions: t.field({
    type: ExtractionConnection,
    description: 'The extractions that the viewer may see, newest first; personal ones are not listed.',
    args: {
      filter: t.arg({
        type: ExtractionFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, ...args }, { reads: { session, loaders } }) =>
      readConnection(args, {
        page: async (page) =>
          primed(loaders.extractions, await pageOfNewest(session, extractions, filter ?? {}, page)),
        count: () => countOfNewest(session, extractions, filter ?? {}),
        cursor: (row) => newestFirstCursor(extractions, row),
        node: itself,
      }),
  }),
}));
