import { Counter } from 'prom-client';
import type { AppDependencies } from '#application/app-dependencies.ts';
import type { createLogger } from '#server/telemetry/logger.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';

/** A figure for every memory that was judged, and a line in the log where the judge failed. */
export const logJudgingIn = (
  { registry }: Metrics,
  logger: ReturnType<typeof createLogger>,
): AppDependencies['logJudging'] => {
  const judgings = new Counter({
    name: 'vouch_contradiction_judgings_total',
    help: 'Memories that a judge of contradictions was to judge, by how it ended.',
    labelNames: ['ending'],
    registers: [registry],
  });
  return (ending) => {
    judgings.inc({ ending });
    if (ending !== 'judged' && ending !== 'empty') logger.warn({ event: 'judging.unanswered', ending });
  };
};
