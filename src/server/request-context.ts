import { randomUUID } from 'node:crypto';
import type { OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Viewer } from '#domain/privacy/viewer.ts';

/** One HTTP request and what is known of it by now. Resolvers see nothing of it but what `operations.open` is given. */
export interface Exchange {
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** Null until the token is verified, and where there is none. */
  viewer: Viewer | null;
  /** Milliseconds until that token ends. */
  remaining: () => number;
  /** Null until the document is parsed. */
  operationType: `${OperationTypeNode}` | null;
}

/** What Yoga hands from hook to hook for one request. */
export interface ServerContext {
  exchange: Exchange;
}

export type GatewayPlugin = Plugin<ServerContext, ServerContext>;

/** A caller's own id is kept where it is short and plain, so that it can stand in headers and logs as it is. */
const plainId = /^[\w.-]{1,64}$/;

/** Every answer carries the id of its request, and headers that keep browsers from guessing, framing and storing. */
export const useExchange: GatewayPlugin = {
  onRequest({ request, serverContext }) {
    const given = request.headers.get('x-request-id');
    serverContext.exchange = {
      requestId: given !== null && plainId.test(given) ? given : randomUUID(),
      startedAt: performance.now(),
      viewer: null,
      remaining: () => 0,
      operationType: null,
    };
  },
  onResponse({ response, serverContext }) {
    // Yoga answers OPTIONS and /health before any plugin of ours.
    if (serverContext.exchange) response.headers.set('x-request-id', serverContext.exchange.requestId);
    response.headers.set('x-content-type-options', 'nosniff');
    response.headers.set('x-frame-options', 'DENY');
    response.headers.set('referrer-policy', 'no-referrer');
    response.headers.set('cross-origin-resource-policy', 'same-origin');
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    response.headers.append('vary', 'Origin');
    // The rest of the body is not worth reading.
    if (response.status === 413) response.headers.set('connection', 'close');
  },
};
