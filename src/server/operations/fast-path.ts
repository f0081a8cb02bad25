import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { isLoopback } from '#config/loopback.ts';
import type { Authenticator } from '#server/http/authentication.ts';
import { isPlainJson, readBody } from '#server/http/graphql-request.ts';
import type { LogOutcome } from '#server/http/outcome.ts';
import {
  answerHeaders,
  type RequestState,
  requestIdOf,
  type ServerContext,
} from '#server/http/request-context.ts';
import { assertAffordable } from './operation-cost.ts';
import type { OperationLimits } from './operation-limits.ts';
import { neverAborts, type OperationInput, type Operations, runBetween } from './operations.ts';
import { type PersistedDocuments, persistedHashOf } from './persisted-documents.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import { readVariables } from './variables.ts';

/**
 * The fast path of prepared operations. A plain request (a POST of JSON with a valid token, from no other origin) that is answered
 * without an error does not pass through Yoga. All others do: the fast path refuses nothing, and gives no answer that Yoga would not give. A query
 * with an error is run again by Yoga from its beginning. A mutation is run once: its result is handed to Yoga, which answers with it.
 */

export interface PlainRequest {
  readonly method: string;
  /** With its query string, as it came. */
  readonly path: string;
  readonly header: (name: string) => string | null;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
}

export interface FastPathAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request for Yoga: from its beginning, or with what came of its mutation. */
export type LeftToYoga = Partial<ServerContext>;

export interface FastPath {
  /** Whether a request may be one for the fast path, as far as its head shows. */
  accepts(request: Omit<PlainRequest, 'body' | 'signal'>): boolean;
  /** Rejects when the client is gone; a mutation that has begun is finished all the same. */
  answer(request: PlainRequest): Promise<FastPathAnswer | LeftToYoga>;
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
  /** Operations under way, which closing waits for. */
  readonly running: Set<Promise<unknown>>;
}

type Run<Context> = (context: Context) => ExecutionResult | Promise<ExecutionResult>;

/** Larger requests are not asked again and again. */
const longestBody = 65_536;

const json = 'application/json; charset=utf-8';
/** What Yoga answers with, by what the client accepts. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ['*/*', json],
  ['application/json', json],
]);

const fromItsBeginning = (): LeftToYoga => ({});

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
  running,
}: FastPathOptions<Context>): FastPath {
  /** Null for whatever Yoga would refuse before it runs, or has not run before. */
  const admit = async ({ header, body }: PlainRequest) => {
    try {
      if (body.byteLength > Math.min(longestBody, maxBodyBytes)) return null;
      const identity = await authenticator.authenticate({ get: header });
      const { query: sent, extensions, operationName, variables: given = {} } = readBody(body, limits);
      const hash = persistedHashOf({ extensions });
      // What is registered anew is Yoga's.
      if (sent !== undefined && (hash !== null || !persisted.allows(sent))) return null;
      const query = sent ?? (identity && hash && persisted.find(identity.viewer.tenant, hash)) ?? '';
      const document = documents.get(query);
      const found = document && known.find(document, operationName);
      if (identity === null || !found) return null;
      const { operation, costVaries, asked } = found;
      const variables = readVariables(schema, operation, given);
      if (costVaries) assertAffordable({ schema, document, operation, variables }, limits);
      const run = (context: Context) => found.run(context, given, variables);
      return { identity, operationType: operation.operation, asked, run };
    } catch {
      // Yoga says what is wrong with it.
      return null;
    }
  };

  const answerQuery = async (input: OperationInput, run: Run<Context>): Promise<string | LeftToYoga> => {
    const { signal } = input;
    let context: Context;
    try {
      context = await operations.open(input);
    } catch {
      return fromItsBeginning();
    }
    let outcome: 'succeeded' | 'failed' | 'abandoned' = 'abandoned';
    let text = '';
    try {
      const { data, errors = [] } = await unlessAborted(signal, () => run(context));
      if (errors.length === 0) {
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
    return outcome === 'abandoned' ? fromItsBeginning() : text;
  };

  /** From the moment that it begins nothing leads back to its beginning. */
  const answerMutation = async (
    input: OperationInput,
    run: Run<Context>,
    requestState: Omit<RequestState, 'executed'>,
  ): Promise<string | LeftToYoga> => {
    const executed = runBetween(operations, { ...input, signal: neverAborts() }, run);
    const result = await executed.catch(() => null);
    if (input.signal.aborted) return '';
    const isAnswered = result !== null && (result.errors ?? []).length === 0;
    return isAnswered
      ? JSON.stringify({ data: result.data })
      : { requestState: { ...requestState, executed } };
  };

  const answerOnce = async (request: PlainRequest): Promise<FastPathAnswer | LeftToYoga> => {
    const startedAt = performance.now();
    const { header, signal } = request;
    const admitted = await admit(request);
    if (admitted === null) return fromItsBeginning();
    const { identity, operationType, asked, run } = admitted;
    const requestState = {
      ...identity,
      requestId: requestIdOf(header('x-request-id')),
      operationType,
      startedAt,
    };
    const { viewer, requestId } = requestState;
    const input = { viewer, requestId, operationType, signal, ...(asked ? { asked } : {}) };
    const answer = await (operationType === OperationTypeNode.MUTATION
      ? answerMutation(input, run, requestState)
      : answerQuery(input, run));
    if (typeof answer !== 'string') return answer;
    logOutcome(requestState, [], signal.aborted);
    signal.throwIfAborted();
    return {
      headers: {
        'content-type': contentTypes.get(header('accept') ?? '*/*') ?? json,
        ...answerHeaders(requestId),
      },
      body: answer,
    };
  };

  return {
    accepts: ({ method, path, header }) =>
      method === 'POST' &&
      path === '/graphql' &&
      header('origin') === null &&
      isPlainJson(header) &&
      contentTypes.has(header('accept') ?? '*/*') &&
      (!loopbackOnly || isLoopback(hostname(header('host')))),
    answer(request) {
      const answer = answerOnce(request);
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
  };
}

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

/** Answers a request from a socket where it can, and gives null. Else the body, if it was read, is in `request.body` for Yoga. */
export const answerFast = async (
  fastPath: FastPath,
  request: IncomingMessage & { body?: Buffer },
  response: ServerResponse,
): Promise<LeftToYoga | null> => {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const head = { method: request.method ?? '', path: request.url ?? '', header };
  const length = Number(header('content-length') ?? 0);
  if (!(length > 0 && length <= longestBody) || !fastPath.accepts(head)) return fromItsBeginning();
  const client = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) client.abort();
  });
  try {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    request.body = Buffer.concat(parts);
    const answer = await fastPath.answer({
      ...head,
      body: new Uint8Array(request.body),
      signal: client.signal,
    });
    if (!('body' in answer)) return answer;
    response.writeHead(200, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
    response.end(answer.body);
    return null;
  } catch (error) {
    // Nobody waits for the answer.
    if (client.signal.aborted) return null;
    throw error;
  }
};
