import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { decideReplay } from '#domain/pathways/pathway.ts';
import { successRate } from '#domain/pathways/rules/probation-gate.ts';
import {
  lockPathwayCounts,
  storePathwayCounts,
  storeTraceCounts,
} from '#persistence/pathways/pathway-writes.ts';
import type { TraceOutcome } from './insert-trace.ts';
import { getTraceForUpdate } from './steps/lock-trace.ts';

export interface RecordReplayInput extends CommonInput {
  readonly traceUid: string;
  /** True when the outcome after the replay matched the trace's verdict. */
  readonly succeeded: boolean;
}

export interface RecordReplayOutcome extends TraceOutcome {
  readonly pathwayRef: string;
}

/**
 * Counts one replay, on the trace and on its pathway, and retires the pathway when it fails the gate (Pathway
 * specification §5.3, §5.4). A replay of a trace that was revised meanwhile, or of a retired pathway, happened all the
 * same, and counts.
 */
export const recordReplay = defineUseCase<RecordReplayInput, RecordReplayOutcome>(
  { mutation: 'recordReplay', roles: ['service'], as: 'viewer' },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { traceUid, succeeded } = command.input;
    const trace = await getTraceForUpdate(useCase, traceUid);
    const pathway = await lockPathwayCounts(session, trace.pathwayRef);
    const decision = decideReplay(pathway, succeeded);
    const counts = {
      replayCount: trace.replayCount + 1,
      replaysSucceeded: trace.replaysSucceeded + (succeeded ? 1 : 0),
    };
    await storeTraceCounts(session, trace.id, { ...counts, successRate: successRate(counts) });
    await storePathwayCounts(session, trace.pathwayRef, decision, now);
    record([
      {
        action: 'trace.replayed',
        targetType: 'PathwayTrace',
        targetId: trace.id,
        before: { replayCount: trace.replayCount, replaysSucceeded: trace.replaysSucceeded },
        after: { ...counts, succeeded },
      },
      ...(decision.retires
        ? [
            {
              action: 'pathway.retired',
              targetType: 'Pathway',
              targetId: trace.pathwayRef,
              before: { retired: false },
              after: {
                retired: true,
                pathwayId: trace.pathwayId,
                replayCount: decision.replayCount,
                replaysSucceeded: decision.replaysSucceeded,
              },
            } as const,
          ]
        : []),
    ]);
    return { verdict: 'done', outcome: { traceId: trace.id, pathwayRef: trace.pathwayRef } };
  },
);
