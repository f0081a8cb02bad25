import { effectiveConfidence } from '#domain/evidence/effective-confidence.ts';
import { shownConfidence } from '#domain/evidence/shown-confidence.ts';
import { standingId } from '#domain/input/shown-id.ts';
import { contradictionsOfMemory } from '#persistence/contradictions/contradictions.ts';
import { disputesOfMemory } from '#persistence/disputes.ts';
import { evidenceOfMemory } from '#persistence/evidence.ts';
import { entitiesOfMemory } from '#persistence/graph.ts';
import { exactly } from '#persistence/reading/count.ts';
import type { MemoryRow } from '#persistence/reading/item-rows.ts';
import { deliveriesOfMemory, tracesOfMemory } from '#persistence/versions/lineage.ts';
import { timelineOfMemory } from '#persistence/versions/timeline.ts';
import { BundleReceiptConnection } from '#resolvers/bundle/bundle-receipt.ts';
import { TimelineConnection } from '#resolvers/history/timeline.ts';
import { PathwayTraceConnection } from '#resolvers/pathways/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import {
  itself,
  loadAll,
  nestedArgs,
  ofId,
  readNestedConnection,
  selectionArgs,
} from '#resolvers/schema/connection.ts';
import { MemoryKind } from '#resolvers/schema/enums.ts';
import { TimelineFilter, TimelineOrder } from '#resolvers/schema/filters/timeline-filter.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';
import { orAsItStood } from '#resolvers/schema/snapshots.ts';
import { ContradictionConnection } from './contradiction.ts';
import { DisputeConnection } from './dispute.ts';
import { EntityConnection } from './entity.ts';
import { EffectiveConfidence, EvidenceConnection, MemoryVotes } from './evidence.ts';

export const Memory = builder.objectRef<MemoryRow>('Memory');

builder.node(Memory, {
  description: 'A statement: a candidate until a person vouches for it.',
  interfaces: [Candidate],
  id: {
    resolve: ({ id }) => id,
    description:
      '`mem_…`; never changes, not on promotion either. What is not the present state has another: in the answer of a dry run `mem_…~preview`, of which `node` is null; in an answer `asOf` `mem_…@<instant>`, of which `node` gives the same snapshot again.',
  },
  loadWithoutCache: orAsItStood('Memory', (id, { reads }) => reads.loaders.memories.load(id)),
  fields: (t) => ({
    kind: t.expose('kind', { type: MemoryKind, description: 'The kind of statement.' }),
    summary: t.exposeString('summary', {
      nullable: true,
      description: 'A summary of the content; null when nobody wrote one.',
    }),
    subjectId: t.exposeString('subjectId', {
      nullable: true,
      description: 'Whom it is about; null when nobody said.',
    }),
    domain: t.exposeString('domain', {
      nullable: true,
      description: 'The subject area of the memory; null when none was named or recognised.',
    }),
    tags: t.exposeStringList('tags', { description: 'The tags of the memory, sorted.' }),
    mandatory: t.exposeBoolean('mandatory', {
      description: 'True when an admin made it part of what its audience is given.',
    }),
    effectiveConfidence: t.field({
      type: EffectiveConfidence,
      description: 'How far it is believed, now or at the instant of `asOf`; computed when it is read.',
      ...columns<MemoryRow>(
        'mandatory',
        'writtenConfidence',
        'confidence',
        'createdAt',
        'evidenceCount',
        'verifierCount',
        'detectionTypes',
        'newestEvidenceAt',
      ),
      resolve: (memory, _args, { now, dependencies: { settings } }) =>
        shownConfidence(
          effectiveConfidence(
            { ...memory, written: memory.writtenConfidence ?? memory.confidence },
            memory.stoodAt ?? now(),
            settings.confidence,
          ),
        ),
    }),
    evidence: t.field({
      type: EvidenceConnection,
      description: 'The evidence of the memory, oldest first.',
      args: nestedArgs,
      ...columns<MemoryRow>('evidenceCount'),
      resolve: ({ id, evidenceCount }, args, { reads: { loaders } }) =>
        readNestedConnection(
          id,
          args,
          evidenceOfMemory,
          loaders.evidenceOfMemory,
          { load: async () => exactly(evidenceCount) },
          itself,
        ),
    }),
    votes: t.field({
      type: MemoryVotes,
      description: 'The votes on the memory, counted.',
      ...columns<MemoryRow>(),
      resolve: (memory, _args, { reads }) => reads.loaders.votesOfMemory.load(standingId(memory)),
    }),
    disputes: t.field({
      type: DisputeConnection,
      description: 'What people said against the memory, oldest first, open or settled.',
      ...columns<MemoryRow>(),
      ...ofId.rows(disputesOfMemory, (loaders) => [loaders.disputesOfMemory, loaders.disputeCountsOfMemory]),
    }),
    contradictions: t.field({
      type: ContradictionConnection,
      description: 'What a judge found it to contradict, oldest first; hidden with the other side.',
      ...columns<MemoryRow>(),
      ...ofId.rows(contradictionsOfMemory, (loaders) => [
        loaders.contradictionsOfMemory,
        loaders.contradictionCountsOfMemory,
      ]),
    }),
    graduatedTo: t.field({
      type: EntityConnection,
      description: 'The entities that it was proposed as, or became.',
      args: nestedArgs,
      ...columns<MemoryRow>(),
      resolve: ({ id }, args, { reads: { loaders } }) =>
        readNestedConnection(
          id,
          args,
          entitiesOfMemory,
          loaders.entitiesOfMemory,
          loaders.entityCountsOfMemory,
          (entity) => {
            loaders.entities.prime(entity.id, entity);
            return entity;
          },
        ),
    }),
    pathwayTraces: t.field({
      type: PathwayTraceConnection,
      description: 'The traces that were given the section which the memory came from, oldest first.',
      ...columns<MemoryRow>(),
      ...ofId.rows(tracesOfMemory, (loaders) => [loaders.tracesOfMemory, loaders.traceCountsOfMemory]),
    }),
    deliveries: t.field({
      type: BundleReceiptConnection,
      description:
        'The receipts of bundles that delivered the memory, oldest first: to auditors and admins all of them, to others their own.',
      ...columns<MemoryRow>(),
      ...ofId.refs(
        deliveriesOfMemory,
        (loaders) => [loaders.deliveriesOfMemory, loaders.deliveryCountsOfMemory],
        (loaders) => loaders.receipts,
      ),
    }),
    timeline: t.field({
      type: TimelineConnection,
      description: 'Everything that happened to the memory, oldest first, as far as the viewer may see it.',
      ...columns<MemoryRow>(),
      ...ofId.rows(timelineOfMemory, (loaders) => [loaders.timelineOfMemory, loaders.timelineCountsOfMemory]),
      args: selectionArgs(TimelineFilter, TimelineOrder),
    }),
    supersedes: t.field({
      type: [Memory],
      description: 'The memories that it took the place of, oldest first.',
      ...columns<MemoryRow>(),
      resolve: async (memory, _args, { reads: { loaders } }) =>
        loadAll(loaders.memories, await loaders.memoriesSupersededBy.load(standingId(memory))),
    }),
    supersededBy: t.field({
      type: Memory,
      description: 'The memory that took its place; null when none did, or when it is hidden.',
      ...rowById('supersededById', ({ memories }) => memories),
    }),
  }),
});

export const MemoryConnection = builder.connectionObject(
  {
    name: 'MemoryConnection',
    type: Memory,
    description: 'A page of memories, with the cursors of its ends.',
  },
  { name: 'MemoryEdge', description: 'A memory in a list.' },
);
