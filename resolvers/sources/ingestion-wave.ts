import { documentsOfWave, type WaveRow } from '#persistence/ingestion/sources.ts';
import { itemsOfWave } from '#persistence/review/items.ts';
import { ExtractionReport } from '#resolvers/extraction/extraction-report.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itemsOf } from '#resolvers/schema/candidate.ts';
import { ofId, selectionArgs } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { DocumentFilter, DocumentOrder } from '#resolvers/schema/filters/source-filters.ts';
import { impactOf } from '#resolvers/schema/impact-field.ts';
import { findProject, Project } from '#resolvers/schema/named.ts';
import { DocumentConnection } from './document.ts';

export const IngestionWave = builder.objectRef<WaveRow>('IngestionWave');

builder.node(IngestionWave, {
  description: 'Documents that were ingested together and are extracted together.',
  id: { resolve: ({ id }) => id, description: 'The global id of the wave (`wav_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.waves.load(id),
  fields: (t) => ({
    project: t.exposeString('project', {
      description: 'The name of the project that the documents belong to.',
    }),
    inProject: t.field({
      type: Project,
      nullable: true,
      description: 'The project that the documents belong to; null when the viewer sees nothing of it.',
      resolve: ({ project }, _args, context) => findProject(project, context),
    }),
    auditTrail: t.field(auditTrailOf),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When the first documents of the wave were ingested, in UTC.',
    }),
    extractedAt: t.expose('extractedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the wave was first extracted, in UTC; null while documents can still be added.',
    }),
    stoppedAt: t.expose('stoppedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When `stopExtraction` was last sent for the wave, in UTC, whether a pass was under way or not; null when it never was.',
    }),
    resumedAt: t.expose('resumedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the gateway last began by itself to read what the calls for this wave had left unread, in UTC; null when it never did.',
    }),
    documents: t.field({
      type: DocumentConnection,
      description:
        'The documents that came in with this wave and that the viewer may see, in the order they came.',
      ...ofId.rows(documentsOfWave, (loaders) => [loaders.documentsOfWave, loaders.documentCounts]),
      args: selectionArgs(DocumentFilter, DocumentOrder),
    }),
    unreadDocuments: t.int({
      description:
        'How many documents of the wave no pass has read yet, among those that the viewer may see.',
      resolve: ({ id }, _args, { reads }) => reads.loaders.unreadDocuments.load(id),
    }),
    report: t.field({
      type: ExtractionReport,
      nullable: true,
      description: 'What the newest extraction pass over the wave did; null while there was none.',
      resolve: ({ id }, _args, { reads }) => reads.loaders.reportsByWave.load(id),
    }),
    impact: t.field(impactOf(({ id }: { id: string }) => ({ kind: 'wave', id }))),
    candidates: t.field({
      description:
        'What the passes over it wrote, in whatever status today, as far as the viewer may see it.',
      ...itemsOf(itemsOfWave, (loaders) => [loaders.itemsOfWave, loaders.itemCountsOfWave]),
    }),
  }),
});

export const IngestionWaveConnection = builder.connectionObject(
  { name: 'IngestionWaveConnection', type: IngestionWave, description: 'A page of waves.' },
  { name: 'IngestionWaveEdge', description: 'A wave in a list.' },
);

builder.queryField('ingestionWave', (t) =>
  t.field({
    type: IngestionWave,
    nullable: true,
    description: 'One wave; null when it is missing or hidden.',
    args: {
      id: t.arg.id({
        ...idOf('IngestionWave'),
        required: true,
        description: 'The id of the wave (`wav_…`).',
      }),
    },
    resolve: (_root, { id }, { reads }) => reads.loaders.waves.load(id),
  }),
);
