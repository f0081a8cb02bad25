import type { IncomingMessage, Server } from 'node:http';
import {
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Authenticator, Identity } from '#server/http/authentication.ts';
import { parseBoundedJson } from '#server/http/bounded-json.ts';
import { type OperationLimits, parseWithinLimits } from '#server/operations/operation-limits.ts';
import { createOpenOperations, type OpenOperations, paceMessages } from './paced-messages.ts';
import { createWebSocketMemory, type WebSocketMemoryLimits } from './web-socket-memory.ts';

export const webSocketDefaults = Object.freeze({
  /** WebSockets that have not given a token yet, of all callers; for one more the oldest is dropped. */
  withoutToken: 256,
  /** Milliseconds in which a WebSocket gives its token. */
  tokenWithin: 3_000,
  /** WebSockets of one user. */
  perUser: 128,
  /** Queries and mutations of one WebSocket that are not answered yet; streams are bounded elsewhere. */
  operations: 64,
});
export type WebSocketLimits = { readonly [Limit in keyof typeof webSocketDefaults]: number };

interface WebSocketOptions {
  readonly server: Server;
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly limits: OperationLimits;
  readonly maxBodyBytes: number;
  readonly memoryLimits?: WebSocketMemoryLimits | undefined;
  readonly socketLimits?: WebSocketLimits | undefined;
  /** Answers one HTTP request. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Codes of RFC 6455: clients connect again. */
const closeCodes = { goingAway: 1001, tooBig: 1009, tryAgainLater: 1013 };
/** The longest message before the token, which is at most 8,192 characters. */
const longestBeforeToken = 16_384;
/** Milliseconds between pings, after which a client that does not answer is dropped. */
const pingEvery = 12_000;
/** Milliseconds until a token is looked at again: it may be denied before it ends. */
const longestTimer = 10_000;

/** An error that was answered already, as it was answered. */
class AnsweredError extends GraphQLError {
  readonly #answered: GraphQLFormattedError;
  constructor(answered: GraphQLFormattedError) {
    super(answered.message);
    this.#answered = answered;
  }
  override toJSON(): GraphQLFormattedError {
    return this.#answered;
  }
}

const resultOf = ({ errors, ...result }: FormattedExecutionResult): ExecutionResult =>
  errors === undefined ? result : { ...result, errors: errors.map((error) => new AnsweredError(error)) };

/** The results of a body of Server-Sent Events, as `event-stream.ts` writes them. */
async function* resultsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ExecutionResult, void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('event: complete')) return;
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data) yield resultOf(JSON.parse(data));
    }
  }
}

/** State of one WebSocket. */
interface Connection {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly operations: OpenOperations;
  /** Aborts when the WebSocket is closed. */
  readonly closed: AbortSignal;
  /** The bearer token that `connection_init` gave, once it is verified. */
  authorization: string | null;
}

interface Requested {
  readonly connection: Connection;
  readonly payload: SubscribePayload;
}

/** Drops a client that is gone without a word. */
const keepAlive = (socket: WebSocket): void => {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const pinging = setInterval(() => {
    if (!isAlive) socket.terminate();
    else socket.ping();
    isAlive = false;
  }, pingEvery);
  socket.once('close', () => clearInterval(pinging));
};

/** Closes a WebSocket a moment after its token has ended: its streams end with an error of their own first. */
const closeWithToken = (socket: WebSocket, { remaining }: Identity): void => {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    if (remaining() <= 0) socket.close(CloseCode.Forbidden, 'The token has ended.');
    else timer = setTimeout(wait, Math.min(remaining() + 1_000, longestTimer)).unref();
  };
  wait();
  socket.once('close', () => clearTimeout(timer));
};

/** Counts WebSockets until they are closed. */
const createCounts = () => {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    add: (key: string): (() => void) => {
      counts.set(key, of(key) + 1);
      let isCounted = true;
      return () => {
        if (isCounted && of(key) > 1) counts.set(key, of(key) - 1);
        else if (isCounted) counts.delete(key);
        isCounted = false;
      };
    },
  };
};

/**
 * Serves `graphql-transport-ws` at /graphql. A WebSocket gives its token with `connection_init` (`authorization` of the payload, or
 * the header of the upgrade) and is closed without a valid one: 4401 where there is none, 4403 where it is refused or has ended.
 * Every operation is then answered as the HTTP request that asks for the same: token, limits, permissions, admission and draining
 * are those of HTTP.
 */
export const serveWebSockets = ({
  server,
  schema,
  authenticator,
  limits,
  maxBodyBytes,
  memoryLimits,
  socketLimits = webSocketDefaults,
  fetch,
}: WebSocketOptions) => {
  const memory = createWebSocketMemory(memoryLimits);
  const users = createCounts();
  /** WebSockets that have not given a token yet, the oldest first. */
  const strangers = new Set<WebSocket>();
  /** Drops the oldest where there are too many: a client with a token gives it at once, and is kept out by nobody without one. */
  const receive = (stranger: WebSocket): void => {
    const [oldest] = strangers;
    if (oldest !== undefined && strangers.size >= socketLimits.withoutToken) {
      strangers.delete(oldest);
      oldest.terminate();
    }
    strangers.add(stranger);
  };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxBodyBytes,
    handleProtocols: (protocols) =>
      protocols.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });

  const ask = async ({ connection, payload }: Requested, accept: string, signal: AbortSignal) =>
    fetch(`http://${connection.request.headers.host ?? 'localhost'}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        authorization: connection.authorization ?? '',
      },
      body: JSON.stringify(payload),
      signal,
    });

  const answerOnce = async (requested: Requested): Promise<ExecutionResult> => {
    const { closed } = requested.connection;
    return resultOf(await (await ask(requested, 'application/json', closed)).json());
  };

  const follow = async (requested: Requested) => {
    const client = new AbortController();
    const response = await ask(
      requested,
      'text/event-stream',
      AbortSignal.any([client.signal, requested.connection.closed]),
    );
    if (response.body === null || !response.headers.get('content-type')?.includes('text/event-stream'))
      return resultOf(await response.json());
    const results = resultsOf(response.body);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => results.next(),
      return: async () => {
        client.abort();
        return { done: true as const, value: undefined };
      },
      throw: (error: unknown) => results.throw(error),
    };
  };

  /** Returns false, and closes the WebSocket, without a valid token or with too many WebSockets of its user. */
  const admit = async (connection: Connection, params: Readonly<Record<string, unknown>> | undefined) => {
    const { socket, request } = connection;
    const given = params?.authorization ?? params?.Authorization ?? request.headers.authorization;
    const refuse = (code: number, reason: string): false => {
      socket.close(code, reason);
      return false;
    };
    if (typeof given !== 'string')
      return refuse(CloseCode.Unauthorized, 'Give a token with connection_init.');
    try {
      const identity = await authenticator.authenticate({ get: () => given });
      if (identity === null) return refuse(CloseCode.Unauthorized, 'Give a token with connection_init.');
      const { tenant, user } = identity.viewer;
      const key = JSON.stringify([tenant, user]);
      if (users.of(key) >= socketLimits.perUser)
        return refuse(closeCodes.tryAgainLater, 'This user has too many WebSockets.');
      socket.once('close', users.add(key));
      closeWithToken(socket, identity);
      connection.authorization = given;
      return true;
    } catch (error) {
      return error instanceof GraphQLError
        ? refuse(CloseCode.Forbidden, 'The token is refused.')
        : refuse(closeCodes.tryAgainLater, 'The token cannot be verified now.');
    }
  };

  const transport = makeServer<Record<string, unknown>, { readonly connection: Connection }>({
    schema,
    connectionInitWaitTimeout: socketLimits.tokenWithin,
    onConnect: ({ extra: { connection }, connectionParams }) => admit(connection, connectionParams),
    onSubscribe: ({ extra: { connection } }, _id, payload) => {
      try {
        const document = parseWithinLimits(payload.query, limits);
        const rootValue: Requested = { connection, payload };
        const operation = getOperationAST(document, payload.operationName);
        if (!operation) return [new GraphQLError('The document has no operation of that name.')];
        return { schema, document, operationName: payload.operationName, rootValue };
      } catch (error) {
        return [error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')];
      }
    },
    execute: ({ rootValue }) => {
      const requested = rootValue as Requested;
      return requested.connection.operations.count(answerOnce(requested));
    },
    subscribe: ({ rootValue }) => follow(rootValue as Requested),
  });

  const open = (socket: WebSocket, request: IncomingMessage): void => {
    const closing = new AbortController();
    const operations = createOpenOperations(socketLimits.operations);
    const connection: Connection = {
      socket,
      request,
      operations,
      closed: closing.signal,
      authorization: null,
    };
    receive(socket);
    const isKnown = () => strangers.delete(socket);
    socket.once('close', isKnown);
    socket.on('error', () => socket.terminate());
    keepAlive(socket);
    const closed = transport.opened(
      {
        protocol: socket.protocol,
        send: (text) => new Promise((sent) => socket.send(text, () => sent())),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) =>
          paceMessages(socket, operations, (message) => {
            if (connection.authorization === null && message.length > longestBeforeToken)
              return socket.close(closeCodes.tooBig, 'A message before the token is too long.');
            try {
              parseBoundedJson(message as Buffer<ArrayBuffer>, limits);
            } catch {
              return socket.close(CloseCode.BadRequest, 'The message is not JSON within the limits.');
            }
            handle(String(message))
              .then(() => connection.authorization !== null && isKnown())
              .catch(() => socket.close(CloseCode.InternalServerError, 'Unexpected error.'));
          }),
      },
      { connection },
    );
    socket.once('close', (code, reason) => {
      closing.abort();
      void closed(code, String(reason)).catch(() => undefined);
    });
  };

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== '/graphql') {
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      memory.watch(accepted, socket);
      open(accepted, request);
    });
  });

  return {
    /** Breaks every connection, so that clients connect elsewhere. */
    close: async (): Promise<void> => {
      memory.close();
      for (const socket of sockets.clients) socket.close(closeCodes.goingAway, 'This gateway is closing.');
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };
};
