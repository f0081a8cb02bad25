import { standingId } from '#domain/input/shown-id.ts';
import {
  countEntities,
  type EntityListQuery,
  entityCursor,
  incomingRelationsOfEntity,
  pageOfEntities,
  type RelationRow,
  relationsOfEntity,
} from '#persistence/graph.ts';
import type { EntityRow } from '#persistence/reading/item-rows.ts';
import { tracesOfEntity } from '#persistence/versions/lineage.ts';
import { timelineOfEntity } from '#persistence/versions/timeline.ts';
import { TimelineConnection } from '#resolvers/history/timeline.ts';
import { PathwayTraceConnection } from '#resolvers/pathways/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import {
  itself,
  loadAll,
  ofId,
  pageArgs,
  present,
  primed,
  readConnection,
  selectionArgs,
} from '#resolvers/schema/connection.ts';
import { EntityType } from '#resolvers/schema/enums.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { EntityFilter, EntityOrder } from '#resolvers/schema/filters/entity-filter.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import {
  asOfListArg,
  refuseOrderOfSearch,
  refuseSearchWithin,
  searchAndInstant,
} from '#resolvers/schema/filters/list-as-of.ts';
import { TimelineFilter, TimelineOrder } from '#resolvers/schema/filters/timeline-filter.ts';
import { User, userOf, userOrNull } from '#resolvers/schema/named.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';
import { itemAsOf, orAsItStood } from '#resolvers/schema/snapshots.ts';
import { Memory } from './memory.ts';

export const EntityRelationKind = builder.enumType('EntityRelation', {
  description: 'How one entity stands to another, read from the first to the second.',
  values: {
    PART_OF: { description: 'The first entity is a part of the second; never in a circle.' },
    DEPENDS_ON: { description: 'The first entity needs the second.' },
    SATISFIES: { description: 'The first entity fulfils the second.' },
    CONFLICTS_WITH: { description: 'The two entities cannot hold together.' },
    DERIVED_FROM: { description: 'The first entity follows from the second.' },
    RELATED_TO: { description: 'The two entities have to do with each other.' },
  },
});

export const Entity = builder.objectRef<EntityRow>('Entity');

export const Relation = builder.objectRef<RelationRow>('Relation').implement({
  description: 'An edge of the graph, from the entity it is read on.',
  fields: (t) => ({
    relation: t.expose('relation', {
      type: EntityRelationKind,
      description: 'How the two stand to each other.',
    }),
    from: t.field({
      type: Entity,
      description: 'The entity from which the edge leads.',
      resolve: async ({ fromId }, _args, { reads }) => present(await reads.loaders.entities.load(fromId)),
    }),
    to: t.field({
      type: Entity,
      description: 'The entity at the other end.',
      resolve: async ({ toId }, _args, { reads }) => present(await reads.loaders.entities.load(toId)),
    }),
    relatedBy: t.field({
      type: User,
      description: 'The user who related the entities.',
      resolve: ({ relatedBy }) => userOf(relatedBy),
    }),
    relatedAt: t.expose('relatedAt', {
      type: 'DateTime',
      description: 'When the entities were related, in UTC.',
    }),
    unrelatedBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who ended the relation; null while it stands.',
      resolve: ({ unrelatedBy }) => userOrNull(unrelatedBy),
    }),
    unrelatedAt: t.expose('unrelatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the relation was ended, in UTC; null while it stands.',
    }),
  }),
});

const RelationConnection = builder.connectionObject(
  { name: 'RelationConnection', type: Relation, description: 'A page of edges, oldest first.' },
  { name: 'RelationEdge', description: 'An edge in a list.' },
);

builder.node(Entity, {
  description: 'A typed node of the graph: a candidate until a person vouches for it.',
  interfaces: [Candidate],
  id: {
    resolve: ({ id }) => id,
    description:
      '`ent_…`; never changes, not on promotion either. In the answer of a dry run it ends in `~preview`, and `node` of it is null; below an answer `asOf` in `@<instant>`, and `node` gives the entity as it stood then.',
  },
  loadWithoutCache: orAsItStood('Entity', (id, { reads }) => reads.loaders.entities.load(id)),
  fields: (t) => ({
    entityType: t.expose('entityType', { type: EntityType, description: 'The type of the entity.' }),
    name: t.exposeString('name', { description: 'The name of the entity.' }),
    graduatedFrom: t.field({
      type: Memory,
      description:
        'The memory that it graduated from; null when it came by the short path, or when that memory is hidden.',
      ...rowById('graduatedFromId', ({ memories }) => memories),
    }),
    relations: t.field({
      type: RelationConnection,
      description: 'The edges that lead from it to entities which the viewer sees.',
      ...columns<EntityRow>(),
      ...ofId.rows(relationsOfEntity, (loaders) => [loaders.relations, loaders.relationCounts]),
    }),
    incomingRelations: t.field({
      type: RelationConnection,
      description: 'The edges that lead to it from entities which the viewer sees.',
      ...columns<EntityRow>(),
      ...ofId.rows(incomingRelationsOfEntity, (loaders) => [
        loaders.incomingRelationsOfEntity,
        loaders.incomingRelationCounts,
      ]),
    }),
    pathwayTraces: t.field({
      type: PathwayTraceConnection,
      description:
        'The traces that were given the section which it, or the memory it graduated from, came from; oldest first.',
      ...columns<EntityRow>(),
      ...ofId.rows(tracesOfEntity, (loaders) => [loaders.tracesOfEntity, loaders.traceCountsOfEntity]),
    }),
    timeline: t.field({
      type: TimelineConnection,
      description:
        'Everything that happened to the entity, and to the memory that it graduated from, oldest first, as far as the viewer may see it.',
      ...columns<EntityRow>(),
      ...ofId.rows(timelineOfEntity, (loaders) => [loaders.timelineOfEntity, loaders.timelineCountsOfEntity]),
      args: selectionArgs(TimelineFilter, TimelineOrder),
    }),
    supersedes: t.field({
      type: [Entity],
      description: 'The entities that it took the place of, oldest first.',
      ...columns<EntityRow>(),
      resolve: async (entity, _args, { reads: { loaders } }) =>
        loadAll(loaders.entities, await loaders.entitiesSupersededBy.load(standingId(entity))),
    }),
    supersededBy: t.field({
      type: Entity,
      description: 'The entity that took its place; null when none did, or when it is hidden.',
      ...rowById('supersededById', ({ entities }) => entities),
    }),
  }),
});

export const EntityConnection = builder.connectionObject(
  {
    name: 'EntityConnection',
    type: Entity,
    description: 'A page of entities, with the cursors of its ends.',
  },
  { name: 'EntityEdge', description: 'An entity in a list.' },
);

builder.queryFields((t) => ({
  entity: t.field({
    type: Entity,
    nullable: true,
    description: 'One entity; null when it is missing or hidden.',
    args: {
      id: t.arg.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),
      asOf: t.arg({
        type: 'DateTime',
        required: false,
        description:
          'The entity as it stood at this instant, under today’s permissions, with the relations, checks and events of then; null when it was not there yet. A later instant than now is taken as now. Absent: now.',
      }),
    },
    resolve: (_root, { id, asOf }, { reads: { loaders }, now }) =>
      itemAsOf({ items: loaders.entities, snapshots: loaders.entitySnapshots }, id, asOf, now()),
  }),
  entities: t.field({
    type: EntityConnection,
    nullable: true,
    description: 'The entities that the viewer may see, newest first, or what answers `search` best.',
    args: {
      filter: t.arg({
        type: EntityFilter,
        required: false,
        description: 'Which entities are listed; absent: all of them.',
      }),
      orderBy: t.arg({
        type: EntityOrder,
        required: false,
        description:
          'The order of the list, not together with `search`; absent: the best match of `search` first, else the newest.',
      }),
      ...asOfListArg,
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...given }, { now, reads: { session, loaders } }) =>
      refusingBadInput(() => {
        refuseSearchWithin(filter);
        const { search, asOf } = searchAndInstant(filter?.search, given.asOf, now());
        refuseOrderOfSearch(search, orderBy);
        const query: EntityListQuery = { filter: { ...filter, search }, orderBy, asOf };
        return readConnection(given, {
          // Snapshots are not rows of the present state.
          page: async (page) => {
            const found = await pageOfEntities(session, query, page);
            return asOf === null ? primed(loaders.entities, found) : found;
          },
          count: () => countEntities(session, query),
          cursor: (row) => entityCursor(row, orderBy),
          node: itself,
        });
      }),
  }),
}));
