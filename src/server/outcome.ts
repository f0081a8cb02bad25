import { GraphQLError } from 'graphql';
import type { Logger } from './logger.ts';
import type { Metrics, Outcome } from './metrics.ts';
import { isFault, toPublicError } from './public-errors.ts';
import type { GatewayPlugin } from './request-context.ts';

/** The last look at every GraphQL answer: faults get their request id, one line is logged, the figures are counted. */
export const useOutcome = (logger: Logger, metrics: Metrics): GatewayPlugin => ({
  onResultProcess({ request, result, setResult, serverContext }) {
    // Batches are not served; a stream is looked at event by event, in `live-updates.ts`.
    if (Array.isArray(result) || Symbol.asyncIterator in result) return;
    const { requestId, operationType, startedAt } = serverContext.exchange;
    const errors = (result.errors ?? []).filter((error) => error instanceof GraphQLError);
    // Where the client is gone nobody reads the answer, and what broke off is no fault.
    const { aborted } = request.signal;
    const codes = aborted ? [] : [...new Set(errors.map(codeOf))];
    const durationMs = performance.now() - startedAt;
    const type = operationType ?? 'none';
    const outcome = aborted ? 'aborted' : outcomeOf(errors);

    for (const error of aborted ? [] : errors.filter(isFault)) {
      logger.error({ requestId, err: error.originalError ?? error }, 'fault');
    }
    logger.info(
      { requestId, type, outcome, durationMs: Math.round(durationMs * 10) / 10, codes },
      'operation',
    );
    metrics.observeOperation(type, outcome, durationMs / 1000);
    for (const code of codes) metrics.countRefusal(code);

    if (errors.length > 0) {
      setResult({ ...result, errors: errors.map((error) => toPublicError(error, requestId)) });
    }
  },
});

const outcomeOf = (errors: readonly GraphQLError[]): Outcome => {
  if (errors.length === 0) return 'succeeded';
  return errors.some(isFault) ? 'failed' : 'refused';
};

const codeOf = ({ extensions: { code } }: GraphQLError): string =>
  typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'OTHER';
