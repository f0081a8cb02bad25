import { Counter } from 'prom-client';
import type { AppDependencies } from '#application/app-dependencies.ts';
import type { createLogger } from '#server/telemetry/logger.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';

/** A figure for every wave that the gateway took up by itself, and a line in the log. */
export const logResumingIn = (
  { registry }: Metrics,
  logger: ReturnType<typeof createLogger>,
): NonNullable<AppDependencies['logResuming']> => {
  const resumings = new Counter({
    name: 'vouch_waves_resumed_total',
    help: 'Waves that were left unread and that the gateway took up by itself, by how it ended.',
    labelNames: ['ending'],
    registers: [registry],
  });
  return (ending, waveId) => {
    resumings.inc({ ending });
    logger[ending === 'read' || ending === 'interrupted' ? 'info' : 'warn']({
      event: 'wave.resumed',
      ending,
      waveId,
    });
  };
};
