import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, type CommonInput, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { decideReplay } from '#domain/pathways/pathway.ts';
import { successRate } from '#domain/pathways/rules/probation-gate.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { TraceOutcome } from './insert-trace.ts';
import { getTraceForUpdate } from './steps/lock-trace.ts';

export interface RecordReplayInput extends CommonInput {
  readonly traceUid: string;
  /** Whether the outcome after the replay matched the trace's verdict. */
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
export const recordReplay = (
  dependencies: AppDependencies,
  command: Command<RecordReplayInput>,
): Promise<UseCaseResult<RecordReplayOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'recordReplay', roles: ['service'], as: 'viewer' },
    async (useCase) => {
      const { session, viewer, now, record } = useCase;
      const { traceUid, succeeded } = command.input;
      const trace = await getTraceForUpdate(useCase, traceUid);
      const { rows } = await sql<{
        retired: boolean;
        replayCount: number;
        replaysSucceeded: number;
      }>`select retired, replay_count::float8 as "replayCount", replays_succeeded::float8 as "replaysSucceeded" from pathways
        where tenant = ${viewer.tenant} and id = ${trace.pathwayRef} for update`.execute(session.db);
      const [pathway] = rows;
      if (!pathway) throw new Error('A trace has no pathway.');

      const decision = decideReplay(pathway, succeeded);
      const counts = {
        replayCount: trace.replayCount + 1,
        replaysSucceeded: trace.replaysSucceeded + (succeeded ? 1 : 0),
      };
      await sql`update pathway_traces set replay_count = ${counts.replayCount}, replays_succeeded = ${counts.replaysSucceeded},
          success_rate = ${successRate(counts)} where tenant = ${viewer.tenant} and id = ${trace.id}`.execute(
        session.db,
      );
      await sql`update pathways set replay_count = ${decision.replayCount}, replays_succeeded = ${decision.replaysSucceeded},
          updated_at = greatest(updated_at, ${now}::timestamptz), retired = retired or ${decision.retires},
          retired_at = case when ${decision.retires} then ${now}::timestamptz else retired_at end
        where tenant = ${viewer.tenant} and id = ${trace.pathwayRef}`.execute(session.db);
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
