import type { IncomingMessage, Server } from 'node:http';
import {
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { type OperationLimits, parseWithinLimits } from '#server/operations/operation-limits.ts';
import { createWebSocketMemory, type WebSocketMemoryLimits } from './web-socket-memory.ts';

interface WebSocketOptions {
  readonly server: Server;
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly maxBodyBytes: number;
  readonly memoryLimits?: WebSocketMemoryLimits | undefined;
  /** Answers one HTTP request. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Going away: clients connect again. */
const goingAway = 1001;

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

/**
 * Serves `graphql-transport-ws` at /graphql. Every operation is answered as the HTTP request that asks for the same: the token of
 * `connectionParams.authorization`, or of the upgrade, is checked for each, and limits, permissions and draining are those of HTTP.
 */
export const serveWebSockets = ({
  server,
  schema,
  limits,
  maxBodyBytes,
  memoryLimits,
  fetch,
}: WebSocketOptions) => {
  const memory = createWebSocketMemory(memoryLimits);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxBodyBytes,
    handleProtocols: (protocols) =>
      protocols.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== '/graphql') {
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      memory.watch(accepted, socket);
      sockets.emit('connection', accepted, request);
    });
  });

  const ask = async (
    request: IncomingMessage,
    params: Readonly<Record<string, unknown>> | undefined,
    payload: SubscribePayload,
    signal?: AbortSignal,
  ) => {
    const given = params?.authorization ?? params?.Authorization ?? request.headers.authorization;
    return fetch(`http://${request.headers.host ?? 'localhost'}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: signal ? 'text/event-stream' : 'application/json',
        ...(typeof given === 'string' ? { authorization: given } : {}),
      },
      body: JSON.stringify(payload),
      ...(signal ? { signal } : {}),
    });
  };

  interface Asked {
    readonly request: IncomingMessage;
    readonly params: Readonly<Record<string, unknown>> | undefined;
    readonly payload: SubscribePayload;
  }
  const answerOnce = async ({ request, params, payload }: Asked): Promise<ExecutionResult> =>
    resultOf(await (await ask(request, params, payload)).json());

  const follow = async ({ request, params, payload }: Asked) => {
    const client = new AbortController();
    const response = await ask(request, params, payload, client.signal);
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

  const transport = useServer(
    {
      schema,
      onSubscribe: ({ extra, connectionParams }, _id, payload) => {
        try {
          const document = parseWithinLimits(payload.query, limits);
          const rootValue: Asked = { request: extra.request, params: connectionParams, payload };
          const operation = getOperationAST(document, payload.operationName);
          if (!operation) return [new GraphQLError('The document has no operation of that name.')];
          return { schema, document, operationName: payload.operationName, rootValue };
        } catch (error) {
          return [error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')];
        }
      },
      execute: ({ rootValue }) => answerOnce(rootValue as Asked),
      subscribe: ({ rootValue }) => follow(rootValue as Asked),
    },
    sockets,
  );
  // The library writes an error of the protocol, which any client can cause, to the terminal with its stack.
  sockets.on('connection', (socket) => {
    socket.removeAllListeners('error');
    socket.on('error', () => socket.terminate());
  });
  let disposed: Promise<void> | undefined;
  return {
    /** Breaks every connection, so that clients connect elsewhere. */
    close: async (): Promise<void> => {
      memory.close();
      for (const socket of sockets.clients) socket.close(goingAway, 'This gateway is closing.');
      disposed ??= Promise.resolve(transport.dispose());
      await disposed;
    },
  };
};
