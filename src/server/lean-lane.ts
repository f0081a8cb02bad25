import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Authenticator } from './authentication.ts';
import { isPlainJson, readBody } from './graphql-request.ts';
import type { KnownQueries, KnownQuery } from './known-queries.ts';
import { isLoopback } from './loopback.ts';
import { assertAffordable } from './operation-cost.ts';
import type { OperationLimits } from './operation-limits.ts';
import type { Operations } from './operations.ts';
import type { NoteOutcome } from './outcome.ts';
import { answerHeaders, requestIdOf } from './request-context.ts';
import { readVariables } from './variables.ts';

/**
 * The lane of known queries, executed level by level. Who asks one plainly (a POST of JSON, with a good token, from no other origin) and is
 * answered without an error does not pass through Yoga. Everything else does, from its beginning: this lane refuses
 * nothing, and knows no answer that Yoga would not give.
 */

export interface PlainRequest {
  readonly method: string;
  /** With its query string, as it came. */
  readonly path: string;
  readonly header: (name: string) => string | null;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
}

export interface LeanAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LeanLane {
  /** Whether a request may be one for the lane, as far as its head says. */
  accepts(request: Omit<PlainRequest, 'body' | 'signal'>): boolean;
  /** Null: it is one for Yoga. */
  answer(request: PlainRequest): Promise<LeanAnswer | null>;
}

interface LeanLaneOptions<Context extends object> {
  readonly schema: GraphQLSchema;
  readonly loopbackOnly: boolean;
  readonly authenticator: Authenticator;
  readonly operations: Operations<Context>;
  readonly limits: OperationLimits;
  readonly documents: { get(text: string): DocumentNode | undefined };
  readonly known: KnownQueries;
  readonly noteOutcome: NoteOutcome;
  /** Operations under way, which closing waits for. */
  readonly running: Set<Promise<unknown>>;
}

/** Larger requests are no questions that are asked again and again. */
const longestBody = 65_536;

const json = 'application/json; charset=utf-8';
/** What Yoga answers with, by what the client accepts. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ['*/*', json],
  ['application/json', json],
]);

export function createLeanLane<Context extends object>({
  schema,
  loopbackOnly,
  authenticator,
  operations,
  limits,
  documents,
  known,
  noteOutcome,
  running,
}: LeanLaneOptions<Context>): LeanLane {
  const affordable = (
    { document, operation, costVaries }: KnownQuery,
    given: Readonly<Record<string, unknown>>,
  ) => {
    const variables = readVariables(schema, operation, given);
    if (costVaries) assertAffordable({ schema, document, operation, variables }, limits);
    return variables;
  };

  const answerOnce = async ({ header, body, signal }: PlainRequest): Promise<LeanAnswer | null> => {
    const startedAt = performance.now();
    const requestId = requestIdOf(header('x-request-id'));
    const exchange = { requestId, operationType: 'query', startedAt } as const;
    let run: (context: Context) => ExecutionResult | Promise<ExecutionResult>;
    let context: Context;
    try {
      const identity = await authenticator.authenticate({ get: header });
      const { query = '', operationName, variables = {} } = readBody(body, limits);
      const document = documents.get(query);
      const found = document && known.find(document, operationName);
      if (identity === null || !found) return null;
      const coerced = affordable(found, variables);
      context = await operations.open({
        viewer: identity.viewer,
        requestId,
        operationType: 'query',
        signal,
        ...(found.asked ? { asked: found.asked } : {}),
      });
      run = (asking) => found.run(asking, variables, coerced);
    } catch {
      // Yoga says what is wrong with it.
      return null;
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
    if (outcome === 'abandoned') return null;
    noteOutcome(exchange, [], signal.aborted);
    signal.throwIfAborted();
    return {
      headers: {
        'content-type': contentTypes.get(header('accept') ?? '*/*') ?? json,
        ...answerHeaders(requestId),
      },
      body: text,
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

/** Answers a request from a socket where the lane can; false: its body, if it was read, lies in `request.body` for Yoga. */
export const answerLeanly = async (
  lane: LeanLane,
  request: IncomingMessage & { body?: Buffer },
  response: ServerResponse,
): Promise<boolean> => {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const head = { method: request.method ?? '', path: request.url ?? '', header };
  const length = Number(header('content-length') ?? 0);
  if (!(length > 0 && length <= longestBody) || !lane.accepts(head)) return false;
  const client = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) client.abort();
  });
  try {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    request.body = Buffer.concat(parts);
    const answer = await lane.answer({ ...head, body: new Uint8Array(request.body), signal: client.signal });
    if (answer === null) return false;
    response.writeHead(200, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
    response.end(answer.body);
    return true;
  } catch (error) {
    // Nobody waits for the answer.
    if (client.signal.aborted) return true;
    throw error;
  }
};
