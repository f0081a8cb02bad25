import { createHash } from 'node:crypto';
import type { GatewayPlugin } from './request-context.ts';

/**
 * Whether `If-None-Match` names the tag (RFC 9110, 13.1.2): one of a list, or `*`. Compared weakly, since what compresses answers on their
 * way makes the tag weak. `Cache-Control: no-cache` in the request is no reason to send the body: `fetch` of Node adds it by itself.
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
    const { headers } = response;
    if (!succeeded.has(request) || !json.test(headers.get('content-type') ?? '')) return;
    const tag = `"${createHash('sha256')
      .update(await response.text())
      .digest('base64url')}"`;
    headers.set('etag', tag);
    // The answer is for its viewer alone, and is asked again before each use.
    headers.set('cache-control', 'private, no-cache');
    headers.append('vary', 'Authorization, Accept');
    if (!namesTag(request.headers.get('if-none-match'), tag)) return;
    headers.delete('content-type');
    headers.delete('content-length');
    setResponse(new Response(null, { status: 304, headers }));
  },
};
