import { randomUUID } from 'node:crypto';
import type { OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { isLogPosition } from '#persistence/store/log-position.ts';

/** One HTTP request and what is known of it by now. Resolvers see nothing of it but what `operations.open` is given. */
export interface RequestState {
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  readonly path: string;
  /** Null until the token is verified, and where there is none. */
  viewer: Viewer | null;
  /** Milliseconds until that token ends. */
  remaining: () => number;
  /** Null until the document is parsed. */
  operationType: `${OperationTypeNode}` | null;
  /** The name that the document gives it; null as well where it has none. */
  operationName: string | null;
  /** The position of the log that has what the operation wrote; null: it wrote nothing, or nobody reads from a replica. */
  position: string | null;
}

/** State that Yoga passes from hook to hook for one request. */
export interface ServerContext {
  requestState: RequestState;
}

export type GatewayPlugin = Plugin<ServerContext, ServerContext>;

/** A caller's own id is kept where it is short and plain, so that it can stand in headers and logs as it is. */
const plainId = /^[\w.-]{1,64}$/;

export const requestIdOf = (given: string | null): string =>
  given !== null && plainId.test(given) ? given : randomUUID();

/** A query with this header sees what the mutation wrote whose answer had it, whatever gateway answers. */
export const positionHeader = 'vouch-position';

/** The position that a query must see; null where none is given, or what is given is none. */
export const readAfterOf = (given: string | null): string | null =>
  given !== null && isLogPosition(given) ? given : null;

/** Headers against sniffing, framing and storing, with the id of the request and the position of what it wrote. */
export const answerHeaders = (
  requestId: string | null,
  position: string | null = null,
): Readonly<Record<string, string>> => ({
  ...(requestId === null ? {} : { 'x-request-id': requestId }),
  ...(position === null ? {} : { [positionHeader]: position }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  vary: 'Origin',
});

/** Every answer carries the id of its request, and headers that keep browsers from guessing, framing and storing. */
export const useRequestState: GatewayPlugin = {
  onRequest({ request, url, serverContext }) {
    serverContext.requestState = {
      requestId: requestIdOf(request.headers.get('x-request-id')),
      startedAt: performance.now(),
      path: url.pathname,
      viewer: null,
      remaining: () => 0,
      operationType: null,
      operationName: null,
      position: null,
    };
  },
  onResponse({ response, serverContext }) {
    // Yoga answers OPTIONS and /health before any plugin of ours.
    for (const [name, value] of Object.entries(
      answerHeaders(
        serverContext.requestState?.requestId ?? null,
        serverContext.requestState?.position ?? null,
      ),
    )) {
      if (name === 'vary') response.headers.append(name, value);
      else if (name !== 'cache-control' || !response.headers.has(name)) response.headers.set(name, value);
    }
    // The rest of the body is not worth reading.
    if (response.status === 413) response.headers.set('connection', 'close');
  },
};
