import { extractionsOfSource } from '#persistence/ingestion/source-lists.ts';
import type { ChunkRow } from '#persistence/ingestion/sources.ts';
import { itemsOfSource } from '#persistence/review/items.ts';
import { tracesOfChunk } from '#persistence/versions/lineage.ts';
import { ExtractionConnection } from '#resolvers/extraction/extraction.ts';
import { PathwayTraceConnection } from '#resolvers/pathways/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itemsOf } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { ofId } from '#resolvers/schema/connection.ts';
import { Source } from '#resolvers/schema/source.ts';
import { Document } from './document.ts';

export const Chunk = builder.objectRef<ChunkRow>('Chunk');

builder.node(Chunk, {
  interfaces: [Source],
  description: 'A section of a document, the unit that statements are read from.',
  id: { resolve: ({ id }) => id, description: 'The global id of the chunk (`chk_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.chunks.load(id),
  fields: (t) => ({
    ordinal: t.exposeInt('ordinal', { description: 'The place of the chunk in the document, from 0 on.' }),
    headingPath: t.exposeStringList('headingPath', {
      description: 'The headings above it, outermost first, its own last.',
    }),
    text: t.exposeString('text', {
      description:
        'The section itself: `content.slice(startOffset, endOffset)` of its document, but for `[REDACTED by policy]` in the place of what the label policy withholds.',
    }),
    startOffset: t.exposeInt('startOffset', {
      description: 'UTF-16 code units from the beginning of the document.',
    }),
    endOffset: t.exposeInt('endOffset', {
      description: 'UTF-16 code units; the first that is no longer in it.',
    }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The document that it is a section of.',
      ...columns<ChunkRow>('documentId'),
      resolve: ({ documentId }, _args, { reads }) => reads.loaders.documents.load(documentId),
    }),
    pathwayTraces: t.field({
      type: PathwayTraceConnection,
      description: 'The traces that were given the chunk, oldest first.',
      ...columns<ChunkRow>(),
      ...ofId.rows(tracesOfChunk, (loaders) => [loaders.tracesOfChunk, loaders.traceCountsOfChunk]),
    }),
    extractions: t.field({
      type: ExtractionConnection,
      description:
        'The extractions that were read from the chunk, oldest first, as far as the viewer may see them; personal ones are not listed.',
      ...columns<ChunkRow>(),
      ...ofId.rows(extractionsOfSource, (loaders) => [
        loaders.extractionsOfSource,
        loaders.extractionCountsOfSource,
      ]),
    }),
    candidates: t.field({
      description:
        'What was read from it, by any pass and in whatever status today, as far as the viewer may see it.',
      ...columns<ChunkRow>(),
      ...itemsOf(itemsOfSource, (loaders) => [loaders.itemsOfSource, loaders.itemCountsOfSource]),
    }),
  }),
});

export const ChunkConnection = builder.connectionObject(
  { name: 'ChunkConnection', type: Chunk, description: 'A page of chunks, with the cursors of its ends.' },
  { name: 'ChunkEdge', description: 'A chunk in a list.' },
);
