import { documentsOfWave, type WaveRow } from '#persistence/ingestion/sources.ts';
import { DocumentConnection } from './document.ts';
import { ExtractionReport } from './extraction-report.ts';
import { builder } from './schema/builder.ts';
import { itself, pageArgs, readNestedConnection } from './schema/connection.ts';

export const IngestionWave = builder.objectRef<WaveRow>('IngestionWave');

builder.node(IngestionWave, {
  description: 'Documents that were ingested together and are extracted together.',
  id: { resolve: ({ id }) => id, description: 'The global id of the wave (`wav_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.waves.load(id),
  fields: (t) => ({
    project: t.exposeString('project', { description: 'The project that the documents belong to.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When its first documents came in.' }),
    extractedAt: t.expose('extractedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the wave was first extracted, in UTC; null while documents can still be added.',
    }),
    documents: t.field({
      type: DocumentConnection,
      description:
        'The documents that came in with this wave and that the viewer may see, in the order they came.',
      args: pageArgs,
      resolve: ({ id }, args, { reads: { loaders } }) =>
        readNestedConnection(
          id,
          args,
          documentsOfWave,
          loaders.documentsOfWave,
          loaders.documentCounts,
          itself,
        ),
    }),
    report: t.field({
      type: ExtractionReport,
      nullable: true,
      description: 'What the newest extraction pass over the wave did; null while there was none.',
      resolve: ({ id }, _args, { reads }) => reads.loaders.reportsByWave.load(id),
    }),
  }),
});

builder.queryField('ingestionWave', (t) =>
  t.field({
    type: IngestionWave,
    nullable: true,
    description: 'One wave; null when it is missing or hidden.',
    args: { id: t.arg.id({ required: true, description: 'The id of the wave (`wav_…`).' }) },
    resolve: (_root, { id }, { reads }) => reads.loaders.waves.load(id),
  }),
);
