import { notFound, type UseCaseContext } from '#application/use-case.ts';
import type { TraceDocument } from '#domain/pathways/trace-document.ts';
import { sql } from '#persistence/reading/sql.ts';

export interface LockedTrace {
  readonly id: string;
  readonly pathwayRef: string;
  readonly pathwayId: string;
  readonly version: number;
  readonly rootTraceUid: string;
  readonly supersededAt: Date | null;
  readonly document: TraceDocument;
  readonly replayCount: number;
  readonly replaysSucceeded: number;
}

/** Read: the trace, locked until the use case ends. Throws `not_found` for what the tenant does not have. */
export const getTraceForUpdate = async (
  { session, viewer }: UseCaseContext,
  traceUid: string,
): Promise<LockedTrace> => {
  if (traceUid.includes('\0')) throw notFound(['traceUid']);
  const { rows } =
    await sql<LockedTrace>`select t.id, t.pathway_ref as "pathwayRef", p.pathway_id as "pathwayId", t.version,
      t.root_trace_uid as "rootTraceUid", t.superseded_at as "supersededAt", t.document, t.replay_count as "replayCount",
      t.replays_succeeded as "replaysSucceeded"
    from pathway_traces t join pathways p on p.tenant = t.tenant and p.id = t.pathway_ref
    where t.tenant = ${viewer.tenant} and t.trace_uid = ${traceUid.toLowerCase()} for update of t`.execute(
      session.db,
    );
  const [trace] = rows;
  if (!trace) throw notFound(['traceUid']);
  return trace;
};
