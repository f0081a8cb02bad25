import { GraphQLError } from 'graphql';
import { type DigestCaller, describeCall } from '#server/caller-digest.ts';
import { isFault, toPublicError } from '#server/operations/public-errors.ts';
import type { OperationResult } from '#server/operations/run-operation.ts';
import type { Logger } from '#server/telemetry/logger.ts';
import type { Metrics, Outcome } from '#server/telemetry/metrics.ts';
import type { GatewayPlugin, RequestState } from './request-context.ts';

type LoggedState = Pick<
  RequestState,
  'requestId' | 'startedAt' | 'path' | 'operationType' | 'operationName' | 'viewer'
>;

export type LogOutcome = (
  requestState: LoggedState,
  errors: readonly GraphQLError[],
  /** When the client is gone nobody reads the answer, and an aborted operation is no fault. */
  aborted: boolean,
) => void;

/** Logs one line for each operation, and another for each fault, and counts. */
export const createLogOutcome =
  (logger: Logger, metrics: Metrics, digestOf: DigestCaller): LogOutcome =>
  ({ requestId, path, operationType, operationName, startedAt, viewer }, given, aborted) => {
    const errors = aborted ? [] : given;
    const codes = [...new Set(errors.map(codeOf))];
    const durationMs = performance.now() - startedAt;
    const type = operationType ?? 'none';
    const outcome = aborted ? 'aborted' : outcomeOf(errors);

    for (const error of errors.filter(isFault)) {
      logger.error({ requestId, err: error.originalError ?? error }, 'fault');
    }
    const call = describeCall(operationName, digestOf(viewer));
    const rounded = Math.round(durationMs * 10) / 10;
    logger.info({ requestId, type, ...call, path, outcome, durationMs: rounded, codes }, 'operation');
    metrics.observeOperation(type, outcome, durationMs / 1000);
    for (const code of codes) metrics.countRefusal(code);
  };

/**
 * A result as it leaves the gateway: its outcome is logged, and its faults get the id of their request. A stream is logged event by event,
 * in `live-updates.ts`.
 */
export const publishResult = (
  result: OperationResult,
  logOutcome: LogOutcome,
  requestState: LoggedState,
  client: AbortSignal,
): OperationResult => {
  if (Symbol.asyncIterator in result) return result;
  const errors = (result.errors ?? []).filter((error) => error instanceof GraphQLError);
  logOutcome(requestState, errors, client.aborted);
  if (errors.length === 0) return result;
  return { ...result, errors: errors.map((error) => toPublicError(error, requestState.requestId)) };
};

/** Publishes every GraphQL answer of Yoga. */
export const useOutcome = (logOutcome: LogOutcome): GatewayPlugin => ({
  onResultProcess({ request, result, setResult, serverContext }) {
    // Batches are not served.
    if (!Array.isArray(result))
      setResult(publishResult(result, logOutcome, serverContext.requestState, request.signal));
  },
});

const outcomeOf = (errors: readonly GraphQLError[]): Outcome => {
  if (errors.length === 0) return 'succeeded';
  return errors.some(isFault) ? 'failed' : 'refused';
};

const codeOf = ({ extensions: { code } }: GraphQLError): string =>
  typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'OTHER';
