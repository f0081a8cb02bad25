import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { type FetchAPI, processRegularResult } from 'graphql-yoga';
import { isLoopback } from '#config/loopback.ts';
import type { OperationLimits } from '#server/operations/operation-limits.ts';
import { maskFault } from '#server/operations/public-errors.ts';
import type { OperationRequest, RanOperation, RunOperation } from '#server/operations/run-operation.ts';
import type { Authenticator } from './authentication.ts';
import { isPlainJson, readBody } from './graphql-request.ts';
import { type LogOutcome, publishResult } from './outcome.ts';
import { deadlineOf } from './prefer-wait.ts';
import { answerHeaders, positionHeader, readAfterOf, requestIdOf } from './request-context.ts';

interface PlainPostOptions {
  readonly runOperation: RunOperation;
  readonly authenticator: Authenticator;
  readonly loopbackOnly: boolean;
  readonly limits: OperationLimits;
  readonly maxBodyBytes: number;
  readonly logOutcome: LogOutcome;
  readonly fetchAPI: FetchAPI;
}

const longestBody = 65_536;
/** Values of `Accept` that are answered as plain JSON. */
const accepted = [null, '*/*', 'application/json'];

type Header = (name: string) => string | null;

/**
 * Answers plain POSTs to /graphql (small, JSON, from no other origin, with a valid token) without Yoga, whose request and response objects
 * cost as much as a small operation. The operation is run by the same function, and its errors are written by Yoga's own. Gives false
 * for any other request, which is untouched.
 */
export const createPlainPosts = ({
  runOperation,
  authenticator,
  loopbackOnly,
  limits,
  maxBodyBytes,
  logOutcome,
  fetchAPI,
}: PlainPostOptions) => {
  const isPlain = ({ method, url }: IncomingMessage, header: Header): boolean => {
    const length = Number(header('content-length') ?? 0);
    return (
      method === 'POST' &&
      url === '/graphql' &&
      length > 0 &&
      length <= Math.min(longestBody, maxBodyBytes) &&
      header('origin') === null &&
      accepted.includes(header('accept')) &&
      isPlainJson(header) &&
      (!loopbackOnly || isLoopback(URL.parse(`http://${header('host')}`)?.hostname ?? ''))
    );
  };

  const run = async (body: Buffer, request: OperationRequest, client: AbortSignal): Promise<RanOperation> => {
    try {
      return await runOperation(readBody(new Uint8Array(body), limits), request, client);
    } catch (error) {
      return { operationType: null, result: { errors: [maskFault(error)] } };
    }
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const header: Header = (name) => (request.headers[name] as string | undefined) ?? null;
    if (!isPlain(request, header)) return false;
    const startedAt = performance.now();
    const identity = await authenticator.authenticate({ get: header }).catch(() => null);
    if (identity === null) return false;
    const client = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) client.abort();
    });
    const requestId = requestIdOf(header('x-request-id'));
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const deadline = deadlineOf(header('prefer'));
    const operation = {
      ...identity,
      requestId,
      deadline,
      handler: 'plain' as const,
      traceparent: header('traceparent'),
      readAfter: readAfterOf(header(positionHeader)),
    };
    const {
      operationType,
      operationName = null,
      result,
      position,
    } = await run(body, operation, client.signal);
    const { viewer } = identity;
    const state = { requestId, startedAt, path: '/graphql', operationType, operationName, viewer };
    const published = publishResult(result, logOutcome, state, client.signal);
    let answer = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, text: '' };
    if (Symbol.asyncIterator in published || published.errors !== undefined) {
      // A stream is refused here: its client accepts JSON alone.
      const byYoga = processRegularResult(published as ExecutionResult, fetchAPI, 'application/json');
      const headers = Object.fromEntries(byYoga.headers) as typeof answer.headers;
      answer = { status: byYoga.status, headers, text: await byYoga.text() };
    } else answer.text = JSON.stringify(published);
    response.writeHead(answer.status, {
      ...answer.headers,
      ...answerHeaders(requestId, position),
      'content-length': Buffer.byteLength(answer.text),
    });
    response.end(answer.text);
    return true;
  };
};
