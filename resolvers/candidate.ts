import { mayReadField } from '#domain/privacy/field-access.ts';
import { layerOf, trustOf } from '#domain/promotion/states.ts';
import { auditTrail } from '#persistence/audit-log.ts';
import { revisionsOfEntity, revisionsOfMemory } from '#persistence/extraction-repository.ts';
import {
  countQueue,
  type ItemRef,
  type ItemRow,
  itemCursor,
  pageOfQueue,
  type QueueFilter,
} from '#persistence/item-repository.ts';
import { AuditEventConnection } from './audit-event.ts';
import { builder } from './builder.ts';
import { Chunk } from './chunk.ts';
import { itself, pageArgs, readConnection, readNestedConnection } from './connection.ts';
import type { GraphQLContext } from './context.ts';
import { EntityType, ItemStatus, Layer, MemoryKind, Trust } from './enums.ts';
import { Extraction } from './extraction.ts';
import { Interaction } from './interaction.ts';
import { RevisionConnection } from './revision.ts';

const SourceSpan = builder.objectRef<{ start: number; end: number; text: string }>('SourceSpan').implement({
  description: 'The letters that a statement came from.',
  fields: (t) => ({
    start: t.exposeInt('start', {
      description: 'UTF-16 code units into the content of the source document or interaction.',
    }),
    end: t.exposeInt('end', { description: 'UTF-16 code units; the first that is no longer in it.' }),
    text: t.exposeString('text', {
      description: '`content.slice(start, end)` of the source, letter for letter.',
    }),
  }),
});

const ConfidenceBreakdown = builder
  .objectRef<{ prior: number; structuralSignalMultiplier: number; freshnessBonus: number; final: number }>(
    'ConfidenceBreakdown',
  )
  .implement({
    description: 'How the confidence of an extracted item was computed when it was written.',
    fields: (t) => ({
      prior: t.exposeFloat('prior', { description: "How far the rule's shape alone is believed." }),
      structuralSignalMultiplier: t.exposeFloat('structuralSignalMultiplier', {
        description: 'What the place of the text adds or takes.',
      }),
      freshnessBonus: t.exposeFloat('freshnessBonus', { description: 'What a recent source adds.' }),
      final: t.exposeFloat('final', { description: 'The product of the three, not rounded.' }),
    }),
  });

const dayInMilliseconds = 86_400_000;

export const Candidate = builder.interfaceRef<ItemRow>('Candidate').implement({
  description: 'What memories and entities share while, and after, they go through review.',
  resolveType: ({ itemKind }) => (itemKind === 'memory' ? 'Memory' : 'Entity'),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Never changes, on promotion neither.' }),
    layer: t.field({
      type: Layer,
      description: 'Where it stands in the promotion graph.',
      resolve: ({ itemKind, status }) => layerOf(itemKind, status),
    }),
    trust: t.field({
      type: Trust,
      description: 'How far it is trusted, by its layer.',
      resolve: ({ itemKind, status }) => trustOf(itemKind, status),
    }),
    status: t.expose('status', {
      type: ItemStatus,
      description: 'Where it stands between being proposed and being believed.',
    }),
    revision: t.exposeInt('revision', { description: 'Counts its changes, from 1; for `expectedRevision`.' }),
    content: t.exposeString('content', { description: 'The statement.' }),
    project: t.exposeString('project', { description: 'The project that it belongs to.' }),
    confidence: t.exposeFloat('confidence', {
      description: 'How far it was believed when it was written, from 0 to 1.',
    }),
    contributor: t.exposeString('contributor', {
      description: 'Who wrote it, or who ingested or recorded its source.',
    }),
    isPersonal: t.exposeBoolean('isPersonal', { description: 'True when it is for its contributor alone.' }),
    audience: t.exposeStringList('audience', {
      description: 'The groups that it is for; empty: the whole tenant.',
    }),
    rule: t.exposeString('rule', {
      nullable: true,
      description: 'The extraction rule that gave it; null when it was written by hand.',
    }),
    extractorVersion: t.exposeString('extractorVersion', {
      nullable: true,
      description: 'The extractor that gave it; null when it was written by hand.',
    }),
    handAuthored: t.exposeBoolean('handAuthored', {
      description: 'True when it has no source: a person dictated it.',
    }),
    sourceSpan: t.field({
      type: SourceSpan,
      nullable: true,
      description: 'The letters it came from; null when it was written by hand.',
      resolve: ({ spanStart: start, spanEnd: end, spanText: text }) =>
        start === null || end === null || text === null ? null : { start, end, text },
    }),
    sourceChunk: t.field({
      type: Chunk,
      nullable: true,
      description: 'The section it came from; null when it came from an interaction or by hand.',
      resolve: ({ chunkId }, _args, { reads }) =>
        chunkId === null ? null : reads.loaders.chunks.load(chunkId),
    }),
    sourceInteraction: t.field({
      type: Interaction,
      nullable: true,
      description:
        'The interaction it came from; null when there is none, or when the viewer may see the span alone.',
      resolve: ({ interactionId }, _args, { reads }) =>
        interactionId === null ? null : reads.loaders.interactions.load(interactionId),
    }),
    extraction: t.field({
      type: Extraction,
      nullable: true,
      description:
        'The extraction that proposed it, with its routing; null when it was written by hand, or when a service recorded it and the viewer may not see its other statements.',
      resolve: ({ extractionId }, _args, { reads }) =>
        extractionId === null ? null : reads.loaders.extractions.load(extractionId),
    }),
    confidenceBreakdown: t.field({
      type: ConfidenceBreakdown,
      nullable: true,
      description: 'How its confidence was computed; null when it was written by hand.',
      resolve: ({ prior, structuralSignalMultiplier, freshnessBonus, confidence: final }) =>
        prior === null || structuralSignalMultiplier === null || freshnessBonus === null
          ? null
          : { prior, structuralSignalMultiplier, freshnessBonus, final },
    }),
    reExtractionCount: t.int({
      description: 'How often later passes met the same statement.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.sightings.load(id)).count,
    }),
    lastReExtractedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a pass last met it; null when none did.',
      resolve: async ({ id }, _args, { reads }) => (await reads.loaders.sightings.load(id)).lastAt,
    }),
    pendingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when it stands in the review queue; null when it does not.',
      resolve: ({ status, pendingSince }) => (status === 'CANDIDATE' ? pendingSince : null),
    }),
    stale: t.boolean({
      description: 'True when it has been in the review queue for longer than the installation allows.',
      resolve: ({ status, pendingSince }, _args, { installation: { clock, settings } }) =>
        status === 'CANDIDATE' &&
        clock().getTime() - pendingSince.getTime() > settings.staleAfterDays * dayInMilliseconds,
    }),
    reviewedBy: t.exposeString('reviewedBy', {
      nullable: true,
      description: 'Who promoted or rejected it; null before that.',
    }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true, description: 'When.' }),
    rejectionReason: t.string({
      nullable: true,
      description:
        'Why it was rejected; null when it was not, and for all but reviewers, admins and its contributor.',
      resolve: ({ rejectionReason, contributor }, _args, { viewer }) =>
        mayReadField(viewer, 'rejectionReason', { contributor }) ? rejectionReason : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    revisions: t.field({
      type: RevisionConnection,
      description: 'Every wording it has had, the original first.',
      args: pageArgs,
      resolve: ({ id, itemKind }, args, { reads: { loaders } }) =>
        itemKind === 'memory'
          ? readNestedConnection(
              id,
              args,
              revisionsOfMemory,
              loaders.revisionsOfMemory,
              loaders.revisionCountsOfMemory,
              itself,
            )
          : readNestedConnection(
              id,
              args,
              revisionsOfEntity,
              loaders.revisionsOfEntity,
              loaders.revisionCountsOfEntity,
              itself,
            ),
    }),
    auditTrail: t.field({
      type: AuditEventConnection,
      nullable: true,
      description: 'Its audit events, oldest first; null for all but auditors and admins.',
      args: pageArgs,
      resolve: ({ id }, args, { viewer, reads: { loaders } }) =>
        mayReadField(viewer, 'auditTrail', { contributor: null })
          ? readNestedConnection(id, args, auditTrail, loaders.auditTrail, loaders.auditTrailCounts, itself)
          : null,
    }),
  }),
});

export const CandidateConnection = builder.connectionObject(
  { name: 'CandidateConnection', type: Candidate, description: 'A page of memories and entities.' },
  { name: 'CandidateEdge', description: 'A memory or an entity in a list.' },
);

/** The row behind a reference that came out of a list of this operation's own snapshot. */
export const loadItem = async (
  { reads: { loaders } }: GraphQLContext,
  { itemKind, id }: ItemRef,
): Promise<ItemRow> => {
  const row = await (itemKind === 'memory' ? loaders.memories.load(id) : loaders.entities.load(id));
  if (row === null) throw new Error('A list holds an item that its own viewer does not see.');
  return row;
};

const QueueLayer = builder.enumType('QueueLayer', {
  description: 'The layers that candidates stand in.',
  values: {
    L1_CANDIDATE: { description: 'Memories.' },
    L2_CANDIDATE: { description: 'Entities.' },
  },
});

const CandidateFilter = builder.inputType('CandidateFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.string({ required: false, description: 'Of this project.' }),
    kind: t.field({ type: MemoryKind, required: false, description: 'Memories of this kind.' }),
    entityType: t.field({ type: EntityType, required: false, description: 'Entities of this type.' }),
    layer: t.field({ type: QueueLayer, required: false, description: 'Memories or entities.' }),
    rule: t.string({ required: false, description: 'Given by this extraction rule.' }),
    minConfidence: t.float({ required: false, description: 'With at least this confidence, from 0 to 1.' }),
    pendingLongerThanDays: t.float({
      required: false,
      description: 'In the queue for longer than this many days.',
    }),
    waveId: t.id({ required: false, description: 'Extracted from this wave.' }),
  }),
});

builder.queryField('candidates', (t) =>
  t.field({
    type: CandidateConnection,
    description:
      'The review queue, longest pending first. Reviewers see what is visible to them, contributors their own.',
    authScopes: { anyRole: ['reviewer', 'contributor'] },
    args: {
      filter: t.arg({ type: CandidateFilter, required: false, description: 'Absent: the whole queue.' }),
      ...pageArgs,
    },
    resolve: (_root, { filter, ...args }, context) => {
      const { reads, installation } = context;
      const days = filter?.pendingLongerThanDays;
      const queue: QueueFilter = {
        ...filter,
        pendingBefore:
          days == null ? null : new Date(installation.clock().getTime() - days * dayInMilliseconds),
      };
      return readConnection(args, {
        page: (page) => pageOfQueue(reads.session, queue, page),
        count: () => countQueue(reads.session, queue),
        cursor: itemCursor,
        node: (ref) => loadItem(context, ref),
      });
    },
  }),
);
