import { type CommonInput, defineUseCase, type UseCaseContext } from '#application/use-case.ts';
import { bucketCounts, normalized } from '#domain/pathways/pathway-vector.ts';
import { redactTrace } from '#domain/pathways/redaction.ts';
import { identityOf, type TraceDocument, textsOf, vectorSourceOf } from '#domain/pathways/trace-document.ts';
import type { OpenedPathway } from '#persistence/pathways/pathway-writes.ts';
import { auditedTrace, openPathway, type StoredTrace, storeTraces } from './steps/store-traces.ts';
import { assertTraceShape, observationsOf, type TraceObservations } from './steps/trace-input.ts';

export interface InsertTraceInput extends CommonInput, TraceObservations {
  readonly taskClass: string;
  readonly filePath: string;
}

export interface TraceOutcome {
  readonly traceId: string;
}

interface ChainPlace {
  readonly version: number;
  readonly parentTraceUid: string | null;
  /** Null: the trace is the root. */
  readonly rootTraceUid: string | null;
}

/** A new trace with counters from zero: redacted, its vector computed. `observed` has the specification's member names. */
export const composeTrace = (
  { dependencies, now }: UseCaseContext,
  pathway: OpenedPathway,
  observed: TraceDocument,
  { version, parentTraceUid, rootTraceUid }: ChainPlace,
): StoredTrace => {
  const id = dependencies.newId('trc');
  const traceUid = id.slice('trc_'.length);
  const subjectIds = textsOf(observed.subject_ids);
  const { document, redactions } = redactTrace(observed, subjectIds);
  const { signal_class: _, ...members } = document;
  return {
    id,
    pathwayRef: pathway.id,
    traceUid,
    version,
    parentTraceUid,
    rootTraceUid: rootTraceUid ?? traceUid,
    supersededAt: null,
    supersededByTraceUid: null,
    subjectIds,
    document: {
      ...members,
      pathway_id: pathway.pathwayId,
      trace_uid: traceUid,
      version,
      parent_trace_uid: parentTraceUid,
      superseded_at: null,
      superseded_by_trace_uid: null,
      signal_class: identityOf(document).signalClass,
      created_at: now.toISOString(),
      pathway_vec: normalized(bucketCounts(vectorSourceOf(document))),
      replay_count: 0,
      replays_succeeded: 0,
      retired: pathway.retired,
    },
    redactions,
    legacy: false,
    replayCount: 0,
    replaysSucceeded: 0,
    createdAt: now,
  };
};

/** A pipeline records one observed run (Pathway specification §5.1); the pathway is made when it is the first. */
export const insertTrace = defineUseCase<InsertTraceInput, TraceOutcome>(
  { mutation: 'insertTrace', roles: ['service'], as: 'viewer' },
  async (useCase, command) => {
    const { input } = command;
    assertTraceShape(input);
    const observed = observationsOf(input, 'unsaid');
    const pathway = await openPathway(useCase, identityOf(observed));
    const trace = composeTrace(useCase, pathway, observed, {
      version: 1,
      parentTraceUid: null,
      rootTraceUid: null,
    });
    await storeTraces(useCase, [trace]);
    useCase.record([
      {
        action: 'trace.inserted',
        targetType: 'PathwayTrace',
        targetId: trace.id,
        before: null,
        after: auditedTrace(trace, pathway),
      },
    ]);
    return { verdict: 'done', outcome: { traceId: trace.id } };
  },
);
