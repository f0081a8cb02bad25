import type { FieldConfidence as FieldConfidenceShape } from '#domain/routing/routing-inputs.ts';
import type { ExtractionRow } from '#persistence/extraction-repository.ts';
import { builder } from './builder.ts';
import { Chunk } from './chunk.ts';
import { Interaction } from './interaction.ts';
import { WorkflowItem } from './workflow-item.ts';

const FieldConfidence = builder.objectRef<FieldConfidenceShape>('FieldConfidence').implement({
  description: 'How far one field of a payload is believed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field.' }),
    confidence: t.exposeFloat('confidence', { description: 'From 0 to 1.' }),
  }),
});

export const Extraction = builder.objectRef<ExtractionRow>('Extraction');

builder.node(Extraction, {
  description: 'A structured reading of a source, before anybody believes it.',
  id: { resolve: ({ id }) => id, description: '`ext_…`' },
  loadWithoutCache: (id, { reads }) => reads.loaders.extractions.load(id),
  fields: (t) => ({
    schemaName: t.exposeString('schemaName', {
      description: 'What its payload is; `vouch.statements` yields candidates.',
    }),
    payload: t.expose('payload', { type: 'JSON', description: 'What was read.' }),
    fieldConfidence: t.field({
      type: [FieldConfidence],
      description: 'How far each field is believed.',
      resolve: ({ fieldConfidence }) => [...fieldConfidence],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was read.' }),
    sourceChunk: t.field({
      type: Chunk,
      nullable: true,
      description: 'The chunk it was read from; null when it was not read from a document.',
      resolve: ({ chunkId }, _args, { reads }) =>
        chunkId === null ? null : reads.loaders.chunks.load(chunkId),
    }),
    sourceInteraction: t.field({
      type: Interaction,
      nullable: true,
      description: 'The interaction it was read from; null when there is none, or it is hidden.',
      resolve: ({ interactionId }, _args, { reads }) =>
        interactionId === null ? null : reads.loaders.interactions.load(interactionId),
    }),
    workflowItem: t.field({
      type: WorkflowItem,
      nullable: true,
      description: 'Its newest routing; null before the first.',
      resolve: ({ id }, _args, { reads }) => reads.loaders.workflowItemsByExtraction.load(id),
    }),
  }),
});
