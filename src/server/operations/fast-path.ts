import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { type FetchAPI, processRegularResult } from 'graphql-yoga';
import { isLoopback } from '#config/loopback.ts';
import type { Authenticator } from '#server/http/authentication.ts';
import { type Answer, conditionalAnswer } from '#server/http/conditional-get.ts';
import { isPlainJson, readBody, readQueryString } from '#server/http/graphql-request.ts';
import { type LogOutcome, publishResult } from '#server/http/outcome.ts';
import { deadlineOf } from '#server/http/prefer-wait.ts';
import { maskFault } from '#server/http/public-errors.ts';
import { answerHeaders, requestIdOf } from '#server/http/request-context.ts';
import { Overloaded } from './admission.ts';
import { assertAnswerSize } from './answer-size.ts';
import { assertAffordable } from './operation-cost.ts';
import type { OperationLimits } from './operation-limits.ts';
import { neverAborts, type OperationInput, type Operations, runBetween } from './operations.ts';
import { type PersistedDocuments, persistedHashOf } from './persisted-documents.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import { readVariables } from './variables.ts';

/**
 * The fast path of prepared operations: a plain request (a POST of JSON or a GET, with a valid token, from no other origin) is answered without
 * Yoga. The fast path refuses nothing, and gives no answer that Yoga would not give. A query with an error is run again by Yoga from its
 * beginning. A mutation is run once, and its errors are answered here.
 */

export interface PlainRequest {
  readonly method: string;
  /** With its query string, as it came. */
  readonly path: string;
  readonly header: (name: string) => string | null;
  /** Null: a GET. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly signal: AbortSignal;
}

export interface FastPath {
  /** Whether a request may be one for the fast path, as far as its head shows. */
  accepts(request: Omit<PlainRequest, 'body' | 'signal'>): boolean;
  /** Null: the request is Yoga's, and nothing has come of it. Rejects when the client is gone; a mutation that has begun is finished all the same. */
  answer(request: PlainRequest): Promise<Answer | null>;
}

interface FastPathOptions<Context extends object> {
  readonly schema: GraphQLSchema;
  readonly loopbackOnly: boolean;
  readonly authenticator: Authenticator;
  readonly operations: Operations<Context>;
  readonly limits: OperationLimits;
  /** What Yoga takes. */
  readonly maxBodyBytes: number;
  readonly documents: { get(text: string): DocumentNode | undefined };
  readonly known: PreparedOperations;
  readonly persisted: PersistedDocuments;
  readonly logOutcome: LogOutcome;
  readonly fetchAPI: FetchAPI;
  /** Operations under way, which closing waits for. */
  readonly running: Set<Promise<unknown>>;
}

type Run<Context> = (context: Context) => ExecutionResult | Promise<ExecutionResult>;

/** Larger requests are not asked again and again. */
const longestBody = 65_536;

const json = 'application/json; charset=utf-8';
/** What a client may accept that Yoga answers with it. */
const accepted = ['*/*', 'application/json'];

export function createFastPath<Context extends object>({
  schema,
  loopbackOnly,
  authenticator,
  operations,
  limits,
  maxBodyBytes,
  documents,
  known,
  persisted,
  logOutcome,
  fetchAPI,
  running,
}: FastPathOptions<Context>): FastPath {
  /** Null for whatever Yoga would refuse before it runs, or has not run before. */
  const admit = async ({ path, header, body }: PlainRequest) => {
    try {
      if (body !== null && body.byteLength > Math.min(longestBody, maxBodyBytes)) return null;
      const identity = await authenticator.authenticate({ get: header });
      const params = body === null ? readQueryString(path, limits) : readBody(body, limits);
      const { query: sent, extensions, operationName, variables: given = {} } = params;
      const hash = persistedHashOf({ extensions });
      // What is registered anew is Yoga's.
      if (sent !== undefined && (hash !== null || !persisted.allows(sent))) return null;
      const query = sent ?? (identity && hash && persisted.find(identity.viewer.tenant, hash)) ?? '';
      const document = documents.get(query);
      const found = document && known.find(document, operationName);
      if (identity === null || !found) return null;
      const { operation, costVaries, asked } = found;
      if (body === null && operation.operation === OperationTypeNode.MUTATION) return null;
      const variables = readVariables(schema, operation, given);
      if (costVaries) assertAffordable({ schema, document, operation, variables }, limits);
      const run = (context: Context) => found.run(context, given, variables);
      return { identity, operationType: operation.operation, asked, run };
    } catch {
      // Yoga says what is wrong with it.
      return null;
    }
  };

  const answerQuery = async (
    input: OperationInput,
    run: Run<Context>,
  ): Promise<string | ExecutionResult | null> => {
    const { signal } = input;
    let context: Context;
    try {
      context = await operations.open(input);
    } catch (error) {
      // It has waited once already.
      return error instanceof Overloaded ? { errors: [maskFault(error)] } : null;
    }
    let outcome: 'succeeded' | 'failed' | 'abandoned' = 'abandoned';
    let text = '';
    try {
      const { data, errors = [] } = await unlessAborted(signal, () => run(context));
      if (errors.length === 0) {
        assertAnswerSize(data, limits);
        text = JSON.stringify({ data });
        outcome = 'succeeded';
      }
    } catch {
      if (signal.aborted) outcome = 'failed';
    }
    try {
      // What is written because of what was read is written here, before the answer leaves.
      await operations.close(context, outcome);
    } catch {
      // Where it is not written there is no answer: Yoga runs it once more, or says why not.
      if (outcome === 'succeeded') outcome = 'abandoned';
    }
    return outcome === 'abandoned' ? null : text;
  };

  /** From the moment that it begins nothing leads back to its beginning. */
  const answerMutation = async (
    input: OperationInput,
    run: Run<Context>,
  ): Promise<string | ExecutionResult> => {
    try {
      const result = await runBetween(operations, { ...input, signal: neverAborts() }, run);
      const { data, errors = [] } = result;
      assertAnswerSize(data, limits);
      return errors.length === 0 ? JSON.stringify({ data }) : { ...result, errors: errors.map(maskFault) };
    } catch (error) {
      return { errors: [maskFault(error)] };
    }
  };

  const answerOnce = async (request: PlainRequest): Promise<Answer | null> => {
    const startedAt = performance.now();
    const { header, signal } = request;
    const admitted = await admit(request);
    if (admitted === null) return null;
    const { identity, operationType, asked, run } = admitted;
    const requestId = requestIdOf(header('x-request-id'));
    const input = {
      viewer: identity.viewer,
      requestId,
      operationType,
      signal,
      wait: { deadline: deadlineOf(header('prefer')), client: signal },
      ...(asked ? { asked } : {}),
    };
    const answer = await (operationType === OperationTypeNode.MUTATION
      ? answerMutation(input, run)
      : answerQuery(input, run));
    if (answer === null) return null;
    const result = typeof answer === 'string' ? {} : answer;
    const published = publishResult(result, logOutcome, { requestId, operationType, startedAt }, signal);
    signal.throwIfAborted();
    const headers = answerHeaders(requestId);
    if (typeof answer === 'string') {
      const full = { status: 200, headers: { 'content-type': json, ...headers }, body: answer };
      return request.body === null ? conditionalAnswer(full, header('if-none-match')) : full;
    }
    const response = processRegularResult(published, fetchAPI, 'application/json');
    return {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...headers },
      body: await response.text(),
    };
  };

  return {
    accepts: ({ method, path, header }) =>
      (method === 'GET'
        ? path.startsWith('/graphql?') && bodyHeaders.every((name) => header(name) === null)
        : method === 'POST' && path === '/graphql' && isPlainJson(header)) &&
      header('origin') === null &&
      accepted.includes(header('accept') ?? '*/*') &&
      (!loopbackOnly || isLoopback(hostname(header('host')))),
    answer(request) {
      const answer = answerOnce(request);
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
  };
}

/** A GET that has one of them is Yoga's. */
const bodyHeaders = ['content-length', 'transfer-encoding'];

const hostname = (host: string | null): string =>
  host !== null && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';

/** Rejects as soon as the client is gone; what is under way is left to fail. */
const unlessAborted = async <Result>(
  signal: AbortSignal,
  begin: () => Result | Promise<Result>,
): Promise<Result> => {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abandon = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abandon, { once: true });
  try {
    return await Promise.race([begin(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
};

/** Answers a request from a socket where it can. Else gives false, and the body, if it was read, is in `request.body` for Yoga. */
export const answerFast = async (
  fastPath: FastPath,
  request: IncomingMessage & { body?: Buffer },
  response: ServerResponse,
): Promise<boolean> => {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const head = { method: request.method ?? '', path: request.url ?? '', header };
  const isGet = head.method === 'GET';
  const length = Number(header('content-length') ?? 0);
  if ((!isGet && !(length > 0 && length <= longestBody)) || !fastPath.accepts(head)) return false;
  const client = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) client.abort();
  });
  try {
    if (!isGet) request.body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const body = request.body === undefined ? null : new Uint8Array(request.body);
    const answer = await fastPath.answer({ ...head, body, signal: client.signal });
    if (answer === null) return false;
    response.writeHead(answer.status, {
      ...answer.headers,
      ...(answer.body === null ? {} : { 'content-length': Buffer.byteLength(answer.body) }),
    });
    response.end(answer.body);
    return true;
  } catch (error) {
    // Nobody waits for the answer.
    if (client.signal.aborted) return true;
    throw error;
  }
};
