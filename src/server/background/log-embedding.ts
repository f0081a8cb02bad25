import { Counter } from 'prom-client';
import type { AppDependencies } from '#application/app-dependencies.ts';
import type { createLogger } from '#server/telemetry/logger.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';

/** A figure for every text that was to be given a vector, and a line in the log where none was given. */
export const logEmbeddingIn = (
  { registry }: Metrics,
  logger: ReturnType<typeof createLogger>,
): NonNullable<AppDependencies['logEmbedding']> => {
  const embeddings = new Counter({
    name: 'vouch_embeddings_total',
    help: 'Texts that were to be given a vector, by how it ended.',
    labelNames: ['ending'],
    registers: [registry],
  });
  return (ending, times) => {
    embeddings.inc({ ending }, times);
    if (ending !== 'made' && ending !== 'withheld')
      logger.warn({ event: 'embedding.unanswered', ending, times });
  };
};
