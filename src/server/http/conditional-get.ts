import { createHash } from 'node:crypto';
import type { GatewayPlugin } from './request-context.ts';

/**
 * True when `If-None-Match` names the tag (RFC 9110, 13.1.2): one of a list, or `*`. Compared weakly, since a
 * compressing proxy makes the tag weak. `Cache-Control: no-cache` in the request is no reason to send the body: Node's
 * `fetch` adds it by itself.
 */
export const namesTag = (ifNoneMatch: string | null, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || (ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false);

/** An answer as it leaves the gateway; the names of its headers are in lower case. Null: no body. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The answer to a query by GET that has a result without errors: with the hash of its body as tag, or 304 where this is the client's. */
export const conditionalAnswer = (
  { headers: given, body }: { readonly headers: Answer['headers']; readonly body: string },
  ifNoneMatch: string | null,
): Answer => {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = {
    ...given,
    etag,
    // The answer is for its viewer alone, and is asked again before each use.
    'cache-control': 'private, no-cache',
    vary: `${given.vary}, Authorization, Accept`,
  };
  if (!namesTag(ifNoneMatch, etag)) return { status: 200, headers, body };
  const { 'content-type': _type, 'content-length': _length, ...kept } = headers as Answer['headers'];
  return { status: 304, headers: kept, body: null };
};

const json = /^application\/(graphql-response\+)?json\b/;

/** Requests by GET whose operation has a result without errors. */
const succeeded = new WeakSet<Request>();

/**
 * The answer to a query by GET has the hash of its body as `ETag`, and a client that has this body already is answered 304 without it.
 * Everything else stays as it is: errors, POST, streams, pages. The last plugin, since a 304 has the headers of the 200.
 */
export const useConditionalGet: GatewayPlugin = {
  onResultProcess({ request, result }) {
    if (request.method !== 'GET' || Array.isArray(result) || Symbol.asyncIterator in result) return;
    if ((result.errors ?? []).length === 0) succeeded.add(request);
  },
  async onResponse({ request, response, fetchAPI: { Response }, setResponse }) {
    if (!succeeded.has(request) || !json.test(response.headers.get('content-type') ?? '')) return;
    const answer = { headers: Object.fromEntries(response.headers), body: await response.text() };
    const { body, ...init } = conditionalAnswer(answer, request.headers.get('if-none-match'));
    setResponse(new Response(body, init));
  },
};
