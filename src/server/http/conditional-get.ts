import { createHash } from 'node:crypto';
import type { GatewayPlugin } from './request-context.ts';

/**
 * True when `If-None-Match` names the tag (RFC 9110, 13.1.2): one of a list, or `*`. Compared weakly, since a
 * compressing proxy makes the tag weak. `Cache-Control: no-cache` in the request is no reason to send the body: Node's
 * `fetch` adds it by itself.
 */
export const namesTag = (ifNoneMatch: string | null, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || (ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false);

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
    const body = await response.text();
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const {
      'content-type': type,
      'content-length': _length,
      ...given
    } = Object.fromEntries(response.headers);
    const headers = {
      ...given,
      etag,
      // The answer is for its viewer alone, and is asked again before each use.
      'cache-control': 'private, no-cache',
      vary: `${given.vary}, Authorization, Accept`,
    };
    const isUnchanged = namesTag(request.headers.get('if-none-match'), etag);
    setResponse(
      isUnchanged
        ? new Response(null, { status: 304, headers })
        : new Response(body, { status: 200, headers: { ...headers, 'content-type': type ?? '' } }),
    );
  },
};
