import {
  contributionCursor,
  countContributions,
  type MemoryStats as Figures,
  pageOfContributions,
  readMemoryStats,
} from '#persistence/review/contributions.ts';
import { MemoryConnection } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, primed, readConnection, selectionArgs } from '#resolvers/schema/connection.ts';
import { ItemStatus, MemoryKind } from '#resolvers/schema/enums.ts';
import { ItemFilter, ItemOrder } from '#resolvers/schema/filters/item-filter.ts';
import { oneName } from '#resolvers/schema/filters/known-names.ts';

const StatusCount = builder.objectRef<Figures['byStatus'][number]>('MemoryStatusCount').implement({
  description: 'How many memories are in one status.',
  fields: (t) => ({
    status: t.expose('status', { type: ItemStatus, description: 'The status that is counted.' }),
    count: t.exposeInt('count', { description: 'How many memories the viewer sees.' }),
  }),
});

const KindCount = builder.objectRef<Figures['byKind'][number]>('MemoryKindCount').implement({
  description: 'How many memories are of one kind.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MemoryKind, description: 'The kind of memory that is counted.' }),
    count: t.exposeInt('count', { description: 'How many memories the viewer sees.' }),
  }),
});

const DomainCount = builder.objectRef<Figures['byDomain'][number]>('MemoryDomainCount').implement({
  description: 'How many memories are of one domain.',
  fields: (t) => ({
    domain: t.exposeString('domain', {
      nullable: true,
      description: 'The domain of the counted memories; null for those without one.',
    }),
    count: t.exposeInt('count', { description: 'How many memories the viewer sees.' }),
  }),
});

export const MemoryStats = builder.objectRef<Figures>('MemoryStats').implement({
  description:
    'How many memories there are, as far as the viewer may see; their own personal ones are counted.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them, in whatever status.' }),
    byStatus: t.field({
      type: [StatusCount],
      description: 'The number of memories by status; a status without any is left out.',
      resolve: ({ byStatus }) => [...byStatus],
    }),
    byKind: t.field({
      type: [KindCount],
      description: 'The number of memories by kind; a kind without any is left out.',
      resolve: ({ byKind }) => [...byKind],
    }),
    byDomain: t.field({
      type: [DomainCount],
      description: 'The number of memories by domain, those without one last.',
      resolve: ({ byDomain }) => [...byDomain],
    }),
    pendingReview: t.exposeInt('pendingReview', {
      description:
        'How many candidate memories wait for a review: as `candidates(filter: { layer: L1_CANDIDATE })` counts them, which lists no personal ones.',
    }),
    openContradictions: t.exposeInt('openContradictions', {
      description: 'Contradictions that nobody has resolved, of memories that the viewer may see.',
    }),
  }),
});

builder.queryFields((t) => ({
  myContributions: t.field({
    type: MemoryConnection,
    nullable: true,
    description: 'The memories that the viewer contributed, personal ones too, newest first.',
    args: selectionArgs(ItemFilter, ItemOrder),
    resolve: (_root, { filter, orderBy, ...args }, { reads: { session, loaders } }) =>
      readConnection(args, {
        page: async (page) =>
          primed(loaders.memories, await pageOfContributions(session, { filter, orderBy }, page)),
        count: () => countContributions(session, filter),
        cursor: (row) => contributionCursor(row, orderBy),
        node: itself,
      }),
  }),
  memoryStats: t.field({
    type: MemoryStats,
    nullable: true,
    description: 'Figures about the memories that the viewer may see.',
    args: {
      project: t.arg.string(oneName('project', 'Only items of this project; absent: of all projects.')),
    },
    resolve: (_root, { project }, { reads }) => readMemoryStats(reads.session, project ?? null),
  }),
}));
