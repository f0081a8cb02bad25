import { normalized } from '#domain/pathways/pathway-vector.ts';
import {
  isRecord,
  partsOf,
  type TraceDocument,
  type TraceList,
  textsOf,
} from '#domain/pathways/trace-document.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { chainOfRoot, readableTrace, type TraceRow } from '#persistence/pathways/pathways.ts';
import { itemsOfTrace } from '#persistence/review/items.ts';
import { contradictionsOfTrace, documentsOfTrace } from '#persistence/versions/lineage.ts';
import { timelineOfTrace } from '#persistence/versions/timeline.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { Difference, otherVersion } from '#resolvers/history/difference.ts';
import { TimelineConnection } from '#resolvers/history/timeline.ts';
import { ContradictionConnection } from '#resolvers/items/contradiction.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itemsOf } from '#resolvers/schema/candidate.ts';
import {
  itself,
  nestedArgs,
  ofId,
  readNestedConnection,
  selectionArgs,
} from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { traceIdOrUid } from '#resolvers/schema/filters/id-arguments.ts';
import { TimelineFilter, TimelineOrder } from '#resolvers/schema/filters/timeline-filter.ts';
import { impactOf } from '#resolvers/schema/impact-field.ts';
import { requiresReaderOf } from '#resolvers/schema/required-roles.ts';
import { orAsItStood } from '#resolvers/schema/snapshots.ts';
import { DocumentConnection } from '#resolvers/sources/document.ts';
import { Pathway } from './pathway.ts';
import {
  AuditConsensus,
  BridgeHit,
  BugFingerprint,
  KbChunkRef,
  LadderAttempt,
  ObserverSignal,
  SubPipelineCall,
  TypeHint,
} from './trace-parts.ts';

export const PathwayTrace = builder.objectRef<TraceRow>('PathwayTrace');

const loadDocument = async ({ id }: TraceRow, { reads }: GraphQLContext): Promise<TraceDocument> =>
  (await reads.loaders.traceDocuments.load(id))?.document ?? {};

const loadParts = async (list: TraceList, trace: TraceRow, context: GraphQLContext) =>
  partsOf(await loadDocument(trace, context), list);

/** Free text, for the roles that may read it; null for others, and when the trace has none. */
const loadText = async (
  field: 'reducerSummary' | 'finalVerdict',
  trace: TraceRow,
  context: GraphQLContext,
): Promise<string | null> => {
  if (!mayReadField(context.viewer, field)) return null;
  const document = await loadDocument(trace, context);
  const value = field === 'reducerSummary' ? document.reducer_summary : document.final_verdict;
  return typeof value === 'string' ? value : null;
};

const loadTrace = orAsItStood<TraceRow>('PathwayTrace', (id, { reads }) => reads.loaders.traces.load(id));

const loadByUid = (traceUid: string | null, { reads }: GraphQLContext) =>
  traceUid === null ? null : reads.loaders.tracesByUid.load(traceUid);

/** A trace by its id, also as it stood at an instant, or by the UUID of the specification. */
export const findTrace = async (name: string, context: GraphQLContext): Promise<TraceRow | null> =>
  name.startsWith('trc_') ? loadTrace(name, context) : loadByUid(name.toLowerCase(), context);

/** Members that name versions of a chain: they differ in every two. */
const namesOfVersions: readonly string[] = ['trace_uid', 'parent_trace_uid', 'superseded_by_trace_uid'];

const textOf = async (trace: TraceRow, context: GraphQLContext): Promise<string> => {
  const members = Object.entries(readableTrace(context.viewer, await loadDocument(trace, context)));
  const compared = members.filter(([name]) => !namesOfVersions.includes(name));
  return JSON.stringify(Object.fromEntries(compared), null, 2);
};

const Redaction = builder.objectRef<{ label: string; count: number }>('Redaction').implement({
  description: 'How much of one label is taken out of a text.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The label of the redacted text, such as `pii.email`.' }),
    count: t.exposeInt('count', { description: 'How many spans were redacted.' }),
  }),
});

builder.node(PathwayTrace, {
  description: 'One observed run of a pathway: what was tried, what was seen, what came of it.',
  id: {
    resolve: ({ id }) => id,
    description:
      'The global id of the trace (`trc_…`). In the answer of a dry run it ends in `~preview`, and `node` of it is null; below an answer `asOf` in `@<instant>`, and `node` gives it as it stood then: a head, where it has been revised since; replays are those of now.',
  },
  loadWithoutCache: loadTrace,
  fields: (t) => ({
    traceUid: t.exposeString('traceUid', {
      description: "The specification's UUID, unique in the tenant.",
    }),
    version: t.exposeInt('version', { description: 'The place of the trace in its chain, from 1 on.' }),
    parentTraceUid: t.exposeString('parentTraceUid', {
      nullable: true,
      description: 'The trace that it supersedes; null in version 1.',
    }),
    supersededAt: t.expose('supersededAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the trace was revised, in UTC; null for the head of a chain.',
    }),
    supersededByTraceUid: t.exposeString('supersededByTraceUid', {
      nullable: true,
      description: 'The trace that supersedes it; null in the head of a chain.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description:
        'When the trace was inserted, in UTC; of an imported trace, the time that the file states, where it does.',
    }),
    taskClass: t.exposeString('taskClass', { description: 'The class of the task, such as `scrum_review`.' }),
    filePath: t.exposeString('filePath', { description: 'The file that it was about.' }),
    signalClass: t.exposeString('signalClass', {
      nullable: true,
      description: 'How the run behaved; null when nobody said.',
    }),
    pathwayVec: t.floatList({
      description:
        'The vector of the trace: 32 buckets of metadata tokens, normalized to length 1, for `queryByVec`.',
      resolve: ({ vectorCounts }) => normalized(vectorCounts.split(',').map(Number)),
    }),
    replayCount: t.exposeInt('replayCount', {
      description: 'How often this version of the trace was replayed.',
    }),
    replaysSucceeded: t.exposeInt('replaysSucceeded', {
      description: 'The replays whose outcome matched the verdict of the trace.',
    }),
    successRate: t.exposeFloat('successRate', {
      description: 'Succeeded of all replays, from 0 to 1; 0 when there was none.',
    }),
    retired: t.boolean({
      description: 'Whether its pathway is retired.',
      resolve: async ({ pathwayRef }, _args, { reads }) =>
        (await reads.loaders.pathways.load(pathwayRef))?.retired === true,
    }),
    subjectIds: t.stringList({
      nullable: true,
      description: 'Whom it is about, by id; null for all but auditors and admins.',
      ...requiresReaderOf('subjectIds'),
      resolve: ({ subjectIds }, _args, { viewer }) =>
        mayReadField(viewer, 'subjectIds') ? [...subjectIds] : null,
    }),
    legacy: t.exposeBoolean('legacy', {
      description: 'True when it came with a file and without a uid of its own.',
    }),
    redactions: t.field({
      type: [Redaction],
      description: 'What was taken out of its free text, by label.',
      // The store orders the members of an object by their length.
      resolve: ({ redactions }) =>
        Object.entries(redactions)
          .map(([label, count]) => ({ label, count }))
          .sort((a, b) => (a.label < b.label ? -1 : 1)),
    }),
    pathway: t.field({
      type: Pathway,
      nullable: true,
      description: 'The pathway that it is a run of.',
      resolve: ({ pathwayRef }, _args, { reads }) => reads.loaders.pathways.load(pathwayRef),
    }),
    parent: t.field({
      type: PathwayTrace,
      nullable: true,
      description: 'The version before; null in version 1.',
      resolve: ({ parentTraceUid }, _args, context) => loadByUid(parentTraceUid, context),
    }),
    supersededBy: t.field({
      type: PathwayTrace,
      nullable: true,
      description: 'The version after; null in the head.',
      resolve: ({ supersededByTraceUid }, _args, context) => loadByUid(supersededByTraceUid, context),
    }),
    root: t.field({
      type: PathwayTrace,
      nullable: true,
      description: 'Version 1 of its chain; itself, when it is that.',
      resolve: ({ rootTraceUid }, _args, context) => loadByUid(rootTraceUid, context),
    }),
    chain: t.field({
      type: PathwayTraceConnection,
      description: 'Every version of its chain, the root first.',
      args: nestedArgs,
      resolve: ({ rootTraceUid }, args, { reads: { loaders } }) =>
        readNestedConnection(
          rootTraceUid,
          args,
          chainOfRoot,
          loaders.chainOfRoot,
          loaders.chainCountsOfRoot,
          itself,
        ),
    }),
    diff: t.field({
      type: Difference,
      nullable: true,
      description:
        'Two versions of its chain as indented JSON under the specification’s field names, compared by words, without the ids of versions and what the viewer may not read; null when one of them is missing, or of another chain.',
      args: otherVersion('version (`trc_…`), or its `traceUid`', traceIdOrUid),
      resolve: async ({ id, rootTraceUid }, { from, to }, context) => {
        const versions = await Promise.all([from ?? id, to].map((name) => findTrace(name, context)));
        const [before, after] = await Promise.all(
          versions.map((one) => (one?.rootTraceUid === rootTraceUid ? textOf(one, context) : null)),
        );
        return before != null && after != null ? { from: before, to: after } : null;
      },
    }),
    timeline: t.field({
      type: TimelineConnection,
      description:
        'The versions of its chain, the retirement of its pathway, and, for auditors and admins, the replays, oldest first.',
      ...ofId.rows(timelineOfTrace, (loaders) => [loaders.timelineOfTrace, loaders.timelineCountsOfTrace]),
      args: selectionArgs(TimelineFilter, TimelineOrder),
    }),
    ladderAttempts: t.field({
      type: [LadderAttempt],
      description: 'The attempts, in the order they were made.',
      resolve: (trace, _args, context) => loadParts('ladder_attempts', trace, context),
    }),
    kbChunks: t.field({
      type: [KbChunkRef],
      description: 'What the reviewer was given to read.',
      resolve: (trace, _args, context) => loadParts('kb_chunks', trace, context),
    }),
    candidates: t.field({
      description:
        'What was read from the sections that it was given, by any pass and in whatever status today, as far as the viewer may see it; no personal items, one’s own neither.',
      ...itemsOf(itemsOfTrace, (loaders) => [loaders.itemsOfTrace, loaders.itemCountsOfTrace]),
    }),
    impact: t.field(impactOf(({ id }: TraceRow) => ({ kind: 'trace', id }))),
    documents: t.field({
      type: DocumentConnection,
      description:
        'The documents whose sections it was given, oldest first, as far as the viewer may see them.',
      ...ofId.rows(documentsOfTrace, (loaders) => [loaders.documentsOfTrace, loaders.documentCountsOfTrace]),
    }),
    contradictions: t.field({
      type: ContradictionConnection,
      description:
        'The contradictions of which it was given the section of a side, oldest first, as far as the viewer sees both sides; none of personal memories.',
      ...ofId.refs(
        contradictionsOfTrace,
        (loaders) => [loaders.contradictionsOfTrace, loaders.contradictionCountsOfTrace],
        (loaders) => loaders.contradictions,
      ),
    }),
    observerSignals: t.field({
      type: [ObserverSignal],
      description: 'What observers made of the run.',
      resolve: (trace, _args, context) => loadParts('observer_signals', trace, context),
    }),
    bridgeHits: t.field({
      type: [BridgeHit],
      description: 'The look-ups in documentation during the run.',
      resolve: (trace, _args, context) => loadParts('bridge_hits', trace, context),
    }),
    subPipelineCalls: t.field({
      type: [SubPipelineCall],
      description: 'The calls of other pipelines during the run.',
      resolve: (trace, _args, context) => loadParts('sub_pipeline_calls', trace, context),
    }),
    auditConsensus: t.field({
      type: AuditConsensus,
      nullable: true,
      description: 'What auditors agreed on; null when there was no audit.',
      resolve: async (trace, _args, context) => {
        const { audit_consensus: consensus } = await loadDocument(trace, context);
        return isRecord(consensus) ? consensus : null;
      },
    }),
    semanticFlags: t.stringList({
      description: 'What was wrong in meaning, in the words of the specification, as `OffByOne`.',
      resolve: async (trace, _args, context) => textsOf((await loadDocument(trace, context)).semantic_flags),
    }),
    typeHintsUsed: t.field({
      type: [TypeHint],
      description: 'The type hints that the reviewing model was given.',
      resolve: (trace, _args, context) => loadParts('type_hints_used', trace, context),
    }),
    bugFingerprints: t.field({
      type: [BugFingerprint],
      description: 'The structures of bugs that were caught.',
      resolve: (trace, _args, context) => loadParts('bug_fingerprints', trace, context),
    }),
    reducerSummary: t.string({
      nullable: true,
      description: 'What the reducer concluded, redacted. For auditors and admins; null for others.',
      ...requiresReaderOf('reducerSummary'),
      resolve: (trace, _args, context) => loadText('reducerSummary', trace, context),
    }),
    finalVerdict: t.string({
      nullable: true,
      description: 'The verdict, redacted. For auditors, admins and services; null for others.',
      ...requiresReaderOf('finalVerdict'),
      resolve: (trace, _args, context) => loadText('finalVerdict', trace, context),
    }),
    auditTrail: t.field(auditTrailOf),
  }),
});

export const PathwayTraceConnection = builder.connectionObject(
  {
    name: 'PathwayTraceConnection',
    type: PathwayTrace,
    description: 'A page of traces, with the cursors of its ends.',
  },
  { name: 'PathwayTraceEdge', description: 'A trace in a list.' },
);
