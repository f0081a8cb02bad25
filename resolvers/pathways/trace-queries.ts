import { DomainError } from '#domain/domain-error.ts';
import { pathwayId } from '#domain/pathways/identity.ts';
import { assertPathwayVector, directionOf } from '#domain/pathways/pathway-vector.ts';
import {
  countTracesBySubject,
  findChain,
  pageOfTracesBySubject,
  readForHotswap,
  subjectCursor,
} from '#persistence/pathways/pathways.ts';
import { readNearest, type SimilarTrace } from '#persistence/pathways/similarity.ts';
import { asOfArg } from '#resolvers/history/difference.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, nestedArgs, readConnection } from '#resolvers/schema/connection.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { traceIdOrUid } from '#resolvers/schema/filters/id-arguments.ts';
import { atInstant } from '#resolvers/schema/snapshots.ts';
import { findTrace, PathwayTrace, PathwayTraceConnection } from './pathway-trace.ts';

const SimilarPathwayTrace = builder.objectRef<SimilarTrace>('SimilarPathwayTrace').implement({
  description: 'A trace, and how near it is.',
  fields: (t) => ({
    similarity: t.exposeFloat('similarity', { description: 'The cosine of both vectors, from -1 to 1.' }),
    trace: t.field({
      type: PathwayTrace,
      description: 'The trace that is proposed or found.',
      resolve: ({ trace }) => trace,
    }),
  }),
});

const loadTraceAt = atInstant('PathwayTrace', findTrace);

const largestK = 100;

const wholeK = (k: number | null | undefined, absent: number): number => {
  const asked = k ?? absent;
  if (asked < 1 || asked > largestK)
    throw new DomainError('input.invalid', `k is ${asked}; ask for 1 to ${largestK} traces.`, ['k']);
  return asked;
};

builder.queryFields((t) => ({
  queryForHotswap: t.field({
    type: [PathwayTrace],
    nullable: true,
    description:
      'The best traces of one pathway, by success rate, then replays, then the newest; none when it is retired.',
    args: {
      taskClass: t.arg.string({ required: true, description: 'The class of the task.' }),
      filePath: t.arg.string({ required: true, description: 'The file that it is about.' }),
      signalClass: t.arg.string({ required: false, description: 'How the run behaves; absent: none.' }),
      k: t.arg.int({ required: false, description: 'How many at most, 1 to 100; 5 when absent.' }),
      includeHistory: t.arg.boolean({
        required: false,
        description: 'True: former versions, too. Absent: heads alone.',
      }),
    },
    resolve: (_root, { taskClass, filePath, signalClass, k, includeHistory }, { reads: { session } }) =>
      refusingBadInput(() =>
        readForHotswap(session, pathwayId({ taskClass, filePath, signalClass: signalClass ?? null }), {
          k: wholeK(k, 5),
          includeHistory: includeHistory === true,
        }),
      ),
  }),
  queryByVec: t.field({
    type: [SimilarPathwayTrace],
    nullable: true,
    description: 'The traces whose vectors point the same way, nearest first; of retired pathways none.',
    args: {
      pathwayVec: t.arg.floatList({
        required: true,
        description: '32 finite numbers, not all zero; their length does not matter.',
      }),
      k: t.arg.int({ required: false, description: 'How many at most, 1 to 100; 10 when absent.' }),
      includeHistory: t.arg.boolean({
        required: false,
        description: 'True: former versions and retired pathways, too. Absent: neither.',
      }),
    },
    resolve: (_root, { pathwayVec, k, includeHistory }, { dependencies, reads: { session } }) =>
      refusingBadInput(() => {
        assertPathwayVector(pathwayVec);
        return readNearest(dependencies.orm, session, {
          direction: directionOf(pathwayVec),
          k: wholeK(k, 10),
          includeHistory: includeHistory === true,
        });
      }),
  }),
  listVersions: t.field({
    type: [PathwayTrace],
    nullable: true,
    description:
      'The whole chain that a trace belongs to, root first; null when it is missing or hidden. For auditors and admins.',
    authScopes: { anyRole: ['auditor'] },
    args: {
      traceUidRoot: t.arg.id({
        ...traceIdOrUid,
        required: true,
        description: 'The `traceUid` of any of its versions, or the id of one (`trc_…`).',
      }),
    },
    resolve: (_root, { traceUidRoot }, { reads: { session } }) => findChain(session, traceUidRoot),
  }),
  pathwayTrace: t.field({
    type: PathwayTrace,
    nullable: true,
    description: 'One trace; null when it is missing or hidden.',
    args: {
      traceUid: t.arg.id({
        ...traceIdOrUid,
        required: true,
        description: 'The UUID of the trace, as the specification writes it, or its id (`trc_…`).',
      }),
      ...asOfArg,
    },
    resolve: (_root, { traceUid, asOf }, context) => loadTraceAt(traceUid, asOf, context),
  }),
  tracesBySubject: t.field({
    type: PathwayTraceConnection,
    nullable: true,
    authScopes: { anyRole: ['auditor'] },
    description:
      'The traces that are about a subject, oldest first: the newest version of each, unless history is asked for. For auditors and admins.',
    args: {
      subjectId: t.arg.string({ required: true, description: "The subject's id, as the traces have it." }),
      includeHistory: t.arg.boolean({
        required: false,
        description: 'True: superseded versions, too. False when absent.',
      }),
      ...nestedArgs,
    },
    resolve: (_root, { subjectId, includeHistory, orderBy, ...args }, { reads: { session } }) =>
      readConnection(args, {
        page: (page) =>
          pageOfTracesBySubject(session, subjectId, includeHistory === true, page, orderBy?.direction),
        count: () => countTracesBySubject(session, subjectId, includeHistory === true),
        cursor: subjectCursor,
        node: itself,
      }),
  }),
}));
