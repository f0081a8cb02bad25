import { successRate } from '#domain/pathways/rules/probation-gate.ts';
import {
  countPathways,
  headsOfPathway,
  type PathwayRow,
  pageOfPathways,
  pathwayCursor,
  tracesOfPathway,
} from '#persistence/pathways/pathways.ts';
import { memoriesOfPathway } from '#persistence/versions/lineage.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { asOfArg } from '#resolvers/history/difference.ts';
import { MemoryConnection } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import {
  itself,
  nestedArgs,
  ofId,
  pageArgs,
  readConnection,
  readNestedConnection,
} from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { createBadUserInput } from '#resolvers/schema/errors.ts';
import { byInstant, byName, byNumber, byText } from '#resolvers/schema/filters/filters.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { orderInput } from '#resolvers/schema/filters/order-input.ts';
import { atInstant, orAsItStood } from '#resolvers/schema/snapshots.ts';
import { PathwayTraceConnection } from './pathway-trace.ts';

export const Pathway = builder.objectRef<PathwayRow>('Pathway');

const loadPathway = (id: string, { reads }: GraphQLContext) => reads.loaders.pathways.load(id);
const loadPathwayAt = atInstant('Pathway', loadPathway);
const loadByHashAt = atInstant('Pathway', (hash, { reads }) => reads.loaders.pathwaysByHash.load(hash));

builder.node(Pathway, {
  description: 'The code paths that decide alike: one task class, one file prefix, one signal class.',
  id: {
    resolve: ({ id }) => id,
    description:
      'The global id of the pathway (`pth_…`). In the answer of a dry run it ends in `~preview`, and `node` of it is null; below an answer `asOf` in `@<instant>`, and `node` gives it as it stood then: not retired, where it has been retired since; replays are those of now.',
  },
  loadWithoutCache: orAsItStood('Pathway', loadPathway),
  fields: (t) => ({
    pathwayId: t.exposeString('pathwayId', {
      description: 'SHA-256 hex of `task_class|file_prefix|signal_class`, as every runtime computes it.',
    }),
    taskClass: t.exposeString('taskClass', { description: 'What the work was, as `scrum_review`.' }),
    filePrefix: t.exposeString('filePrefix', { description: 'The first two segments of its files.' }),
    signalClass: t.exposeString('signalClass', {
      nullable: true,
      description: 'How the run behaved, as `CONVERGING`; null when nobody said.',
    }),
    retired: t.exposeBoolean('retired', {
      description: 'True once it failed probation: it is never served again.',
    }),
    retiredAt: t.expose('retiredAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the pathway was retired, in UTC; null while it serves, and when it was imported as retired.',
    }),
    eligibleForReplay: t.boolean({
      description: 'True when it is not retired and has a trace that is no former version.',
      resolve: ({ retired, hasHead }) => !retired && hasHead,
    }),
    replayCount: t.exposeInt('replayCount', { description: 'Replays of all its traces, of every version.' }),
    replaysSucceeded: t.exposeInt('replaysSucceeded', {
      description: 'The replays whose outcome matched the verdict.',
    }),
    successRate: t.float({
      description: 'Succeeded of all replays, from 0 to 1; 0 when there was none.',
      resolve: successRate,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the first trace of the pathway was inserted, in UTC.',
    }),
    auditTrail: t.field(auditTrailOf),
    memories: t.field({
      type: MemoryConnection,
      description:
        'The memories that came from the sections which its traces were given, oldest first, as far as the viewer may see them; personal ones are not listed.',
      ...ofId.refs(
        memoriesOfPathway,
        (loaders) => [loaders.memoriesOfPathway, loaders.memoryCountsOfPathway],
        (loaders) => loaders.memories,
      ),
    }),
    traces: t.field({
      type: PathwayTraceConnection,
      description: 'The traces of the pathway, in the order they were written.',
      args: {
        includeHistory: t.arg.boolean({
          required: false,
          description: 'True: former versions, too. Absent: heads alone.',
        }),
        ...nestedArgs,
      },
      resolve: ({ id }, { includeHistory, ...args }, { reads: { loaders } }) =>
        includeHistory
          ? readNestedConnection(
              id,
              args,
              tracesOfPathway,
              loaders.tracesOfPathway,
              loaders.traceCountsOfPathway,
              itself,
            )
          : readNestedConnection(
              id,
              args,
              headsOfPathway,
              loaders.headsOfPathway,
              loaders.headCountsOfPathway,
              itself,
            ),
    }),
  }),
});

const PathwayConnection = builder.connectionObject(
  {
    name: 'PathwayConnection',
    type: Pathway,
    description: 'A page of pathways, with the cursors of its ends.',
  },
  { name: 'PathwayEdge', description: 'A pathway in a list.' },
);

const PathwayFilter = builder.inputType('PathwayFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    taskClass: t.field(byName('taskClass', 'By the task class of the pathway.')),
    filePrefix: t.field(byText('By the path prefix of the files that the pathway is about.')),
    signalClass: t.field(byName('signalClass', 'By the signal class of the pathway.')),
    pathwayId: t.field(byText('By the hash of the pathway, in whatever case.')),
    retired: t.boolean({
      required: false,
      description: 'True: retired ones alone. False: those that serve. Absent: both.',
    }),
    replayCount: t.field(byNumber('By how often its traces were replayed.')),
    createdAt: t.field(byInstant('By when the pathway was first recorded, in UTC.')),
    updatedAt: t.field(byInstant('By when the pathway last changed, in UTC.')),
  }),
});

const PathwayOrder = orderInput(
  'PathwayOrder',
  'The order of a list of pathways.',
  builder.enumType('PathwayOrderField', {
    description: 'What pathways are ordered by; equal ones by the time when they were first recorded.',
    values: {
      CREATED_AT: { description: 'By the time when the pathway was first recorded.' },
      UPDATED_AT: { description: 'By the time when the pathway last changed.' },
      REPLAY_COUNT: { description: 'By how often its traces were replayed.' },
    },
  }),
);

builder.queryFields((t) => ({
  pathway: t.field({
    type: Pathway,
    nullable: true,
    description: 'One pathway, by its id or by its hash; null when it is missing or hidden.',
    args: {
      id: t.arg.id({
        ...idOf('Pathway'),
        required: false,
        description: 'The id of the pathway, `pth_…`; not together with `pathwayId`.',
      }),
      pathwayId: t.arg.string({
        required: false,
        description: 'SHA-256 hex, as every runtime computes it; not together with `id`.',
      }),
      ...asOfArg,
    },
    resolve: (_root, { id, pathwayId, asOf }, context) => {
      if ((id == null) === (pathwayId == null))
        throw createBadUserInput('A pathway is asked for by its id or by its pathwayId. Give one of them.', [
          'pathwayId',
        ]);
      return id == null
        ? loadByHashAt(String(pathwayId).toLowerCase(), asOf, context)
        : loadPathwayAt(id, asOf, context);
    },
  }),
  pathways: t.field({
    type: PathwayConnection,
    nullable: true,
    description: "The tenant's pathways, the newest first.",
    args: {
      filter: t.arg({
        type: PathwayFilter,
        required: false,
        description: 'Which pathways are listed; absent: all of them.',
      }),
      orderBy: t.arg({
        type: PathwayOrder,
        required: false,
        description: 'The order of the list; absent: newest first.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...args }, { reads: { session } }) =>
      readConnection(args, {
        page: (page) => pageOfPathways(session, { filter: filter ?? {}, orderBy }, page),
        count: () => countPathways(session, filter ?? {}),
        cursor: (row) => pathwayCursor(row, orderBy),
        node: itself,
      }),
  }),
}));
