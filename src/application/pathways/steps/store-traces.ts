import type { UseCaseContext } from '#application/use-case.ts';
import type { PathwayIdentity } from '#domain/pathways/identity.ts';
import { bucketCounts } from '#domain/pathways/pathway-vector.ts';
import type { RedactionCounts } from '#domain/pathways/redaction.ts';
import { identityOf, type TraceDocument, vectorSourceOf } from '#domain/pathways/trace-document.ts';
import { addVectors, type OpenedPathway, openPathwayRow } from '#persistence/pathways/pathway-writes.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';

/** A trace as it is written. */
export interface StoredTrace {
  readonly id: string;
  readonly pathwayRef: string;
  readonly traceUid: string;
  readonly version: number;
  readonly parentTraceUid: string | null;
  readonly rootTraceUid: string;
  readonly supersededAt: Date | null;
  readonly supersededByTraceUid: string | null;
  readonly subjectIds: readonly string[];
  /** Redacted. */
  readonly document: TraceDocument;
  readonly redactions: RedactionCounts;
  readonly legacy: boolean;
  readonly replayCount: number;
  readonly replaysSucceeded: number;
  readonly createdAt: Date;
}

/** The pathway of this identity, created when it is not there; locked until the use case ends. */
export const openPathway = (
  { session, dependencies, now }: UseCaseContext,
  identity: PathwayIdentity,
): Promise<OpenedPathway> => openPathwayRow(session, identity, { newId: dependencies.newId('pth'), now });

/** Writes traces, their vectors and their subjects, in this order of ids. A child comes after its parent, or with it. */
export const storeTraces = async (
  { session, viewer }: UseCaseContext,
  traces: readonly StoredTrace[],
): Promise<void> => {
  const { tenant } = viewer;
  const counted = traces.map((trace) => ({
    trace,
    identity: identityOf(trace.document),
    counts: bucketCounts(vectorSourceOf(trace.document)).join(','),
  }));
  await addVectors(
    session,
    counted.map(({ counts }) => counts),
  );
  await bulkInsert(
    session.db,
    'pathway_traces',
    counted.map(({ trace, identity, counts }) => ({
      id: trace.id,
      tenant,
      pathway_ref: trace.pathwayRef,
      trace_uid: trace.traceUid,
      version: trace.version,
      parent_trace_uid: trace.parentTraceUid,
      root_trace_uid: trace.rootTraceUid,
      superseded_at: trace.supersededAt,
      superseded_by_trace_uid: trace.supersededByTraceUid,
      task_class: identity.taskClass,
      file_path: identity.filePath,
      signal_class: identity.signalClass,
      vector_counts: counts,
      subject_ids: trace.subjectIds,
      document: trace.document,
      redactions: trace.redactions,
      legacy: trace.legacy,
      replay_count: trace.replayCount,
      replays_succeeded: trace.replaysSucceeded,
      success_rate: trace.replayCount === 0 ? 0 : trace.replaysSucceeded / trace.replayCount,
      created_at: trace.createdAt,
    })),
  );
  await bulkInsert(
    session.db,
    'trace_subjects',
    traces.flatMap(({ id, subjectIds }) =>
      [...new Set(subjectIds)].map((subjectId) => ({ tenant, subject_id: subjectId, trace_id: id })),
    ),
  );
};

/** Audited fields of a trace: links and figures, no text and no subject. */
export const auditedTrace = (trace: StoredTrace, pathway: Pick<OpenedPathway, 'pathwayId'>) => ({
  traceUid: trace.traceUid,
  pathwayId: pathway.pathwayId,
  version: trace.version,
  parentTraceUid: trace.parentTraceUid,
  redactions: trace.redactions,
});
