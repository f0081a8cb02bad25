import { chunksOfDocument, type DocumentRow } from '#persistence/ingestion/sources.ts';
import { itemsOfDocument } from '#persistence/review/items.ts';
import { ChunkConnection } from './chunk.ts';
import { IngestionWave } from './ingestion-wave.ts';
import { builder } from './schema/builder.ts';
import { CandidateConnection, loadItem } from './schema/candidate.ts';
import { columns } from './schema/columns.ts';
import { itself, pageArgs, readNestedConnection } from './schema/connection.ts';
import { Project, projectOf, User, userOf } from './schema/named.ts';

export const Document = builder.objectRef<DocumentRow>('Document');

builder.node(Document, {
  description: 'One version of a source document, character for character as it was ingested.',
  id: { resolve: ({ id }) => id, description: 'The global id of the document (`doc_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.documents.load(id),
  fields: (t) => ({
    project: t.field({
      type: Project,
      description: 'The project that it belongs to.',
      ...columns<DocumentRow>('project'),
      resolve: ({ project }) => projectOf(project),
    }),
    path: t.exposeString('path', { description: 'Its path in the project, with forward slashes.' }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Its first heading; null when it has none.',
    }),
    content: t.string({
      nullable: true,
      description:
        'The whole text, with `[REDACTED by policy]` in the place of what the label policy withholds. Offsets of chunks and spans are UTF-16 code units into it as it was ingested.',
      ...columns<DocumentRow>(),
      resolve: ({ id }, _args, { reads }) => reads.loaders.documentContents.load(id),
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: "The file's own date; null when the caller did not say.",
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When this version of the document was ingested, in UTC.',
    }),
    contributor: t.field({
      type: User,
      description: 'The user who ingested it.',
      ...columns<DocumentRow>('contributor'),
      resolve: ({ contributor }) => userOf(contributor),
    }),
    audience: t.exposeStringList('audience', {
      description: 'The groups that it is for; empty: the whole tenant.',
    }),
    wave: t.field({
      type: IngestionWave,
      nullable: true,
      description: 'The wave that it came with.',
      ...columns<DocumentRow>('waveId'),
      resolve: ({ waveId }, _args, { reads }) => reads.loaders.waves.load(waveId),
    }),
    chunks: t.field({
      type: ChunkConnection,
      description: 'The chunks of the document, in the order of their offsets.',
      args: pageArgs,
      ...columns<DocumentRow>(),
      resolve: ({ id }, args, { reads: { loaders } }) =>
        readNestedConnection(
          id,
          args,
          chunksOfDocument,
          loaders.chunksOfDocument,
          loaders.chunkCounts,
          itself,
        ),
    }),
    candidates: t.field({
      type: CandidateConnection,
      description:
        'What was read from it, by any pass and in whatever status today, as far as the viewer may see it.',
      args: pageArgs,
      ...columns<DocumentRow>(),
      resolve: ({ id }, args, context) =>
        readNestedConnection(
          id,
          args,
          itemsOfDocument,
          context.reads.loaders.itemsOfDocument,
          context.reads.loaders.itemCountsOfDocument,
          (ref) => loadItem(context, ref),
        ),
    }),
  }),
});

export const DocumentConnection = builder.connectionObject(
  {
    name: 'DocumentConnection',
    type: Document,
    description: 'A page of documents, with the cursors of its ends.',
  },
  { name: 'DocumentEdge', description: 'A document in a list.' },
);
