import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { createClient as createEventStreams } from 'graphql-sse';
import {
  Client,
  type ClientOptions,
  fetchExchange,
  makeOperation,
  mapExchange,
  stringifyDocument,
  subscriptionExchange,
} from 'urql';
import { naming } from './browser-session.ts';
import type { TadaDocumentNode } from './graphql.ts';
import { possibleTypes } from './possible-types.ts';
import { arrivalOf, retryingFetch } from './retrying-fetch.ts';

const address = '/graphql';

/** Says `end` when the API does not know the session any more. */
export const sessionEnded = new EventTarget();

const endOn = (code: unknown) => {
  if (code === 'UNAUTHENTICATED') sessionEnded.dispatchEvent(new Event('end'));
};

/** Kept apart for each session: what one person was shown never reaches another through a cache. */
export const createApiClient = (session: string): Client => {
  const streams = createEventStreams({ url: address, headers: naming(session), retryAttempts: 1_000 });
  const options: ClientOptions = {
    url: address,
    preferGetMethod: false,
    fetchOptions: { headers: naming(session) },
    exchanges: [
      mapExchange({
        onError: ({ graphQLErrors }) => {
          for (const { extensions } of graphQLErrors) endOn(extensions.code);
        },
      }),
      cacheExchange({
        possibleTypes,
        keys: {
          // A rule is named within its policy only.
          LabelPolicyRule: () => null,
          // Every row names its project, and some a person: as one record for all lists, each page that comes in would have all
          // pages before it read again.
          Project: () => null,
          User: () => null,
        },
        resolvers: {
          Query: {
            auditEvents: relayPagination(),
            changes: relayPagination(),
            contradictions: relayPagination(),
            documents: relayPagination(),
            entities: relayPagination(),
            memories: relayPagination(),
            pathways: relayPagination(),
          },
        },
      }),
      mapExchange({
        onOperation: (operation) =>
          makeOperation(operation.kind, operation, {
            ...operation.context,
            fetch: retryingFetch(arrivalOf(operation.kind === 'mutation', operation.variables)),
          }),
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: streams.subscribe(
              { query: query ?? '', variables },
              {
                next: (value) => sink.next({ data: value.data, errors: [...(value.errors ?? [])] }),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
              },
            ),
          }),
        }),
      }),
    ],
  };
  return new Client(options);
};

/** The API refused the whole operation: no data. */
export class RequestRefused extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = 'RequestRefused';
    this.code = code;
  }
}

/** Bytes of requests that outlive their page: a browser takes 64 KiB of them, and not one more. */
const mostOnLeaving = 60_000;
let onTheirWay = 0;

/** Keeps the room of a request until it is answered. @throws RequestRefused with the code NOT_SENT where there is none. */
const takeRoom = (body: string): (() => void) => {
  const { length } = new TextEncoder().encode(body);
  if (onTheirWay + length > mostOnLeaving)
    throw new RequestRefused('The page was left before it was sent.', 'NOT_SENT');
  onTheirWay += length;
  return () => {
    onTheirWay -= length;
  };
};

/**
 * Asks without the cache: for dry runs, for views of another time, and for downloads, none of which are the present state.
 * The request leaves before this returns: with `keepalive` it outlives a page that is being left.
 * @throws RequestRefused when there is an error beside or instead of the data.
 */
export const ask = async <Result, Variables extends object>(
  session: string,
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  keepalive = false,
): Promise<Result> => {
  const query = stringifyDocument(document);
  const body = JSON.stringify({ query, variables });
  const leaveRoom = keepalive ? takeRoom(body) : () => {};
  const answer = retryingFetch(arrivalOf(query.startsWith('mutation'), variables))(address, {
    method: 'POST',
    keepalive,
    headers: { 'content-type': 'application/json', ...naming(session) },
    body,
  })
    .then(
      (response) =>
        response.json() as Promise<{
          data?: Result;
          errors?: { message: string; extensions?: { code?: string } }[];
        }>,
    )
    .finally(leaveRoom);
  const { data, errors } = await answer.catch(() => {
    throw new RequestRefused('The gateway cannot be reached.', 'UNREACHABLE');
  });
  const [first] = errors ?? [];
  if (first !== undefined) throw new RequestRefused(first.message, first.extensions?.code ?? 'UNKNOWN');
  if (data === undefined) throw new RequestRefused('The gateway gave no answer.', 'UNKNOWN');
  return data;
};
