import { documents, extractions, interactions, waves } from '#persistence/ingestion/source-lists.ts';
import { versionAt } from '#persistence/versions/lineage.ts';
import { ExtractionConnection } from '#resolvers/extraction/extraction.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { pageArgs } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import {
  DocumentFilter,
  DocumentOrder,
  ExtractionFilter,
  ExtractionOrder,
  IngestionWaveFilter,
  IngestionWaveOrder,
  InteractionFilter,
  InteractionOrder,
} from '#resolvers/schema/filters/source-filters.ts';
import { newestRows } from '#resolvers/schema/newest-list.ts';
import { Document, DocumentConnection } from './document.ts';
import { IngestionWaveConnection } from './ingestion-wave.ts';
import { InteractionConnection } from './interaction.ts';

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
    nullable: true,
    description: 'The documents that the viewer may see, every version of each, newest first.',
    args: {
      filter: t.arg({
        type: DocumentFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      orderBy: t.arg({
        type: DocumentOrder,
        required: false,
        description: 'The order of the list; absent: newest first.',
      }),
      ...pageArgs,
    },
    resolve: newestRows(documents, (loaders) => loaders.documents),
  }),
  ingestionWaves: t.field({
    type: IngestionWaveConnection,
    nullable: true,
    description: 'The waves that the viewer may see, newest first.',
    args: {
      filter: t.arg({
        type: IngestionWaveFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      orderBy: t.arg({
        type: IngestionWaveOrder,
        required: false,
        description: 'The order of the list; absent: newest first.',
      }),
      ...pageArgs,
    },
    resolve: newestRows(waves, (loaders) => loaders.waves),
  }),
  interactions: t.field({
    type: InteractionConnection,
    nullable: true,
    description:
      'The interactions that the viewer may read whole, newest first; personal ones are not listed.',
    args: {
      filter: t.arg({
        type: InteractionFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      orderBy: t.arg({
        type: InteractionOrder,
        required: false,
        description: 'The order of the list; absent: newest first.',
      }),
      ...pageArgs,
    },
    resolve: newestRows(interactions, (loaders) => loaders.interactions),
  }),
  extractions: t.field({
    type: ExtractionConnection,
    nullable: true,
    description: 'The extractions that the viewer may see, newest first; personal ones are not listed.',
    args: {
      filter: t.arg({
        type: ExtractionFilter,
        required: false,
        description: 'Which items to list; absent: all that the viewer sees.',
      }),
      orderBy: t.arg({
        type: ExtractionOrder,
        required: false,
        description: 'The order of the list; absent: newest first.',
      }),
      ...pageArgs,
    },
    resolve: newestRows(extractions, (loaders) => loaders.extractions),
  }),
}));
