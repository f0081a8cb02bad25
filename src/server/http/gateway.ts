import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { isLoopback } from '#config/loopback.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { createCallerDigest } from '#server/caller-digest.ts';
import { Admission, type AdmissionLimits, admitted } from '#server/operations/admission.ts';
import { createDocuments } from '#server/operations/documents.ts';
import type { OperationLimits } from '#server/operations/operation-limits.ts';
import { PersistedDocuments } from '#server/operations/persisted-documents.ts';
import { maskFault } from '#server/operations/public-errors.ts';
import { type RateLimits, rateLimited } from '#server/operations/rate-limit.ts';
import {
  createRunOperation,
  type Operations,
  type RunOperation,
  type TraceOperation,
} from '#server/operations/run-operation.ts';
import { useEventStream } from '#server/subscriptions/event-stream.ts';
import {
  createSubscribe,
  defaultSubscriptionLimits,
  type SubscriptionLimits,
} from '#server/subscriptions/live-updates.ts';
import { serveWebSockets, type WebSocketLimits } from '#server/subscriptions/web-socket.ts';
import type { WebSocketMemoryLimits } from '#server/subscriptions/web-socket-memory.ts';
import type { Logger } from '#server/telemetry/logger.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import { useAgentDoors } from './agent-doors.ts';
import type { Authenticator } from './authentication.ts';
import { useBrowserSession } from './browser-session.ts';
import { useBuiltFiles } from './built-pages.ts';
import { useConditionalGet } from './conditional-get.ts';
import { createConnections } from './connections.ts';
import { type ConsoleSettings, useConsolePages } from './console-pages.ts';
import { createEarlyRefusals } from './early-refusals.ts';
import { type GraphiQLSettings, useGraphiQLPage } from './graphiql-page.ts';
import { useGraphQLRequest } from './graphql-request.ts';
import { type Readiness, useHealth } from './health.ts';
import { type Listening, listenAt } from './listening.ts';
import type { LocalEntrance } from './local-entrance.ts';
import { createLogOutcome, useOutcome } from './outcome.ts';
import { createPlainPosts } from './plain-posts.ts';
import {
  type GatewayPlugin,
  positionHeader,
  type ServerContext,
  useRequestState,
} from './request-context.ts';
import { useSchemaCheck, whileSchemaFits } from './schema-check.ts';
import { createUnreadAnswers, type UnreadLimits } from './unread-answers.ts';

const portError = (host: string, port: number, code: string): StartError =>
  new StartError(
    code === 'EADDRINUSE'
      ? `Port ${port} of ${host} is in use: stop what listens there, or set PORT to another one.`
      : `Nothing can listen on port ${port} of ${host} (${code}): set HOST and PORT to what this machine has and this user may take.`,
  );

export interface GatewayOptions<Context extends object> {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Local mode: requests whose Host is not this machine are refused, or any web page could point its name here. */
  readonly loopbackOnly: boolean;
  readonly schema: GraphQLSchema;
  /** The same as a subgraph of a federation, at `/subgraph`; null or absent: none. */
  readonly subgraph?: GraphQLSchema | null;
  readonly authenticator: Authenticator;
  readonly operations: Operations<Context>;
  readonly logger: Logger;
  /** Key of the digests by which the log names callers; absent: one of this gateway alone. */
  readonly callerKey?: string;
  readonly metrics: Metrics;
  ready(): Promise<Readiness>;
  /** Why nothing is accepted; null: all is. Absent: all always is. */
  readonly schemaFault?: () => string | null;
  /** Decides in local mode which browsers may open pages; null or absent: all. */
  readonly entrance?: LocalEntrance | null;
  /** Null: no page. */
  readonly graphiql: GraphiQLSettings | null;
  /** Null: no console. */
  readonly console?: ConsoleSettings | null;
  readonly corsOrigins: readonly string[];
  readonly maxBodyBytes: number;
  readonly limits: OperationLimits;
  readonly introspection: boolean;
  /** The only documents that are run, by their SHA-256 in hex; null or absent: any. */
  readonly trustedDocuments?: ReadonlyMap<string, string> | null;
  readonly subscriptionLimits?: SubscriptionLimits;
  readonly unreadLimits?: UnreadLimits;
  readonly webSocketMemory?: WebSocketMemoryLimits;
  readonly webSocketLimits?: WebSocketLimits;
  /** Bearer token that `/metrics` requires; null or absent for none. */
  readonly metricsToken?: string | null;
  /** True: `/metrics` is served at a port of its own, and not here. */
  readonly hasMetricsPort?: boolean;
  /** Milliseconds for which connections are still accepted when the gateway closes; absent: 0. */
  readonly drain?: number;
  /** Null or absent: every operation is begun at once. */
  readonly admission?: AdmissionLimits | null;
  /** Null or absent: a caller begins as many operations as it likes. */
  readonly rateLimits?: RateLimits | null;
  /** The position of the log after a tenant's last write; null or absent: nobody reads from a replica. */
  readonly positionOf?: ((tenant: string) => string | null) | null | undefined;
  /** Null or absent: nothing is traced. */
  readonly trace?: TraceOperation | null | undefined;
}

export interface Gateway {
  /** Answers one request, without a socket. */
  fetch(input: string | Request, init?: RequestInit): Promise<Response>;
  /** Accepts connections. */
  listen(): Promise<{ readonly url: string }>;
  /**
   * Accepts nothing more, ends the subscriptions and finishes what was accepted: after ten seconds it drops the clients that are left, and
   * with them their queries; mutations under way get ten seconds more.
   */
  close(): Promise<void>;
}

const subgraphPath = '/subgraph';

const grace = 10_000;

// A client that sends its headers or its body drop by drop is dropped, and so is one that never reads its answer. Idle connections stay
// open for longer than the 60 seconds for which the usual proxies keep theirs: the side that asks must be the first to end one.
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
};
const silence = 300_000;

/** The HTTP server: everything between a socket and a resolver, and nothing of what resolvers mean. */
export function createGateway<Context extends object>(options: GatewayOptions<Context>): Gateway {
  const { logger, metrics, limits } = options;
  const admission = options.admission ? new Admission(options.admission) : null;
  const inTurn = admission === null ? options.operations : admitted(options.operations, admission);
  const limited = options.rateLimits ? rateLimited(inTurn, options.rateLimits) : inTurn;
  const schemaFault = options.schemaFault ?? (() => null);
  const operations = whileSchemaFits(limited, schemaFault);
  const running = new Set<Promise<unknown>>();
  const persisted = new PersistedDocuments(options.trustedDocuments ?? null);
  const digestOf = createCallerDigest(options.callerKey ?? randomUUID());
  const logOutcome = createLogOutcome(logger, metrics, digestOf);
  const closing = new AbortController();

  const subscribe = createSubscribe({
    operations: options.operations,
    openings: operations,
    subscriptionLimits: options.subscriptionLimits ?? defaultSubscriptionLimits,
    logger,
    metrics,
    digestOf,
    closing: closing.signal,
    running,
  });

  /** Documents of one schema are not valid for the other. */
  const runnerOf = (schema: GraphQLSchema): RunOperation =>
    createRunOperation({
      schema,
      documents: createDocuments(schema, limits, {
        introspection: options.introspection,
        suggestions: options.loopbackOnly,
      }),
      persisted,
      operations,
      limits,
      subscribe,
      running,
      count: metrics.countOperation,
      positionOf: options.positionOf,
      trace: options.trace,
    });

  /** Serves everything between a request and its operation; `pages`: plugins that serve other paths. */
  const serve = (
    schema: GraphQLSchema,
    graphqlEndpoint: string,
    runOperation: RunOperation,
    pages: readonly GatewayPlugin[],
  ) =>
    createYoga<ServerContext>({
      schema,
      graphqlEndpoint,
      logging: false,
      landingPage: false,
      graphiql: false, // useGraphiQLPage
      batching: false,
      multipart: false,
      cors: allowOrigins(options.corsOrigins),
      maxRequestBodySize: options.maxBodyBytes,
      maskedErrors: { maskError: maskFault, errorMessage: 'Unexpected error.', isDev: false },
      parserAndValidationCache: false,
      plugins: [
        useRequestState,
        ...(options.loopbackOnly ? [useLoopbackOnly] : []),
        ...pages,
        useGraphQLRequest(options.authenticator, limits, runOperation),
        useOutcome(logOutcome),
        useEventStream,
        useConditionalGet,
      ],
    });

  const builtFolder = options.console?.folder ?? options.graphiql?.folder;
  const runOperation = runnerOf(options.schema);
  const api = serve(options.schema, '/graphql', runOperation, [
    useHealth(
      async () => (closing.signal.aborted ? { ok: false, reason: 'closing' } : options.ready()),
      options.hasMetricsPort ? null : metrics,
      logger,
      options.metricsToken,
    ),
    useSchemaCheck(schemaFault),
    useAgentDoors({ ...options, fetch: (input, init) => answer(input, init) }),
    ...(options.entrance ? [options.entrance.plugin] : []),
    ...(builtFolder === undefined ? [] : [useBuiltFiles(builtFolder)]),
    ...(options.console ? [useBrowserSession(options.authenticator), useConsolePages(options.console)] : []),
    ...(options.graphiql === null ? [] : [useGraphiQLPage(options.graphiql)]),
  ]);
  const subgraph = options.subgraph
    ? serve(options.subgraph, subgraphPath, runnerOf(options.subgraph), [])
    : null;
  const yogaOf = (path: string | undefined) =>
    subgraph !== null && path?.split('?')[0] === subgraphPath ? subgraph : api;

  const plainPosts = createPlainPosts({
    ...options,
    runOperation,
    logOutcome,
    fetchAPI: api.fetchAPI,
  });

  const early = admission === null ? null : createEarlyRefusals({ ...options, admission });
  const unread = createUnreadAnswers(silence, options.unreadLimits);
  const connections = createConnections();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (early !== null && (await early.refuse(request, response))) return;
      unread.watch(response);
      if (await plainPosts(request, response)) return;
      // Yoga would answer with a stack.
      if (URL.canParse(`http://${request.headers.host ?? 'localhost'}${request.url}`))
        yogaOf(request.url)(request, response);
      else response.writeHead(400).end();
    } catch {
      // A body that broke off.
      response.destroy();
    }
  };
  const server = createServer(patience, connections.inTurn(handle));
  server.setTimeout(silence);
  connections.watch(server);
  const answer: Gateway['fetch'] = async (input, init) => {
    const { url } = new api.fetchAPI.Request(input, init);
    const yoga = yogaOf(new URL(url).pathname);
    return yoga.fetch(new yoga.fetchAPI.Request(input, init));
  };

  const webSockets = serveWebSockets({
    server,
    schema: options.schema,
    authenticator: options.authenticator,
    limits,
    maxBodyBytes: options.maxBodyBytes,
    memoryLimits: options.webSocketMemory,
    socketLimits: options.webSocketLimits,
    fetch: answer,
  });

  let listening: Listening | null = null;
  return {
    fetch: answer,
    async listen() {
      const { host, port } = options;
      listening = await listenAt(server, { host, port }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === undefined ? error : portError(host, port, error.code);
      });
      return { url: `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}` };
    },
    async close() {
      closing.abort();
      connections.close();
      const socketsClosed = webSockets.close();
      await sleep(options.drain ?? 0);
      const closed = listening?.close();
      const stopEnding = connections.endIdle();
      const deadline = setTimeout(() => server.closeAllConnections(), grace);
      await socketsClosed;
      await closed;
      stopEnding();
      unread.close();
      clearTimeout(deadline);
      // A client may be gone whose mutation is still being written.
      await Promise.race([Promise.allSettled(running), sleep(grace)]);
    },
  };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

/** The configured origins, each answered with its own name, and never credentials: callers are known by their token alone. */
const allowOrigins = (origins: readonly string[]) =>
  origins.length === 0
    ? false
    : (request: Request) => {
        const origin = request.headers.get('origin');
        if (origin === null || !origins.includes(origin)) return false;
        return {
          origin,
          credentials: false,
          methods: ['GET', 'POST'],
          allowedHeaders: [
            'authorization',
            'content-type',
            'x-request-id',
            'last-event-id',
            'if-none-match',
            'prefer',
            positionHeader,
          ],
          exposedHeaders: ['x-request-id', 'etag', 'retry-after', positionHeader],
          maxAge: 600,
        };
      };

const useLoopbackOnly: GatewayPlugin = {
  onRequest({ url, fetchAPI, endResponse }) {
    if (isLoopback(url.hostname)) return;
    const body = 'Local mode answers this machine only: open it as http://localhost or http://127.0.0.1.\n';
    endResponse(new fetchAPI.Response(body, { status: 403, headers: { 'content-type': 'text/plain' } }));
  },
};
