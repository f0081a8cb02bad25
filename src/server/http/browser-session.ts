import { createHash } from 'node:crypto';
import type { Authenticator, Identity } from './authentication.ts';
import type { GatewayPlugin } from './request-context.ts';

/**
 * Session of a browser: its token in cookies that no script reads and no other site sends. A page names the session that
 * it was opened in with each request, so that a request of another page, or of a page of the person before, is refused.
 */
export const sessionHeader = 'vouch-session';

const cookieName = 'vouch_session';
/** A browser drops a cookie of more than 4,096 bytes. */
const partSize = 3_500;
/** Enough for the longest token. */
const parts = [0, 1, 2] as const;

const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const cookieToken = (header: string | null): string => {
  const cookies = new Map(
    header?.split(';').map((pair) => pair.trim().split('=', 2) as [string, string | undefined]),
  );
  return parts.map((part) => cookies.get(`${cookieName}_${part}`) ?? '').join('');
};

/** The token of the session that the request names; null: it names none, undefined: it has another one, or none any more. */
export const sessionToken = (headers: Pick<Headers, 'get'>): string | null | undefined => {
  const named = headers.get(sessionHeader);
  if (named === null) return null;
  const token = cookieToken(headers.get('cookie'));
  return sessionIdOf(token) === named ? token : undefined;
};

const setCookies = (
  token: string,
  { maxAge, secure }: { maxAge: number | null; secure: boolean },
): Headers => {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  const age = maxAge === null ? '' : `; Max-Age=${maxAge}`;
  for (const part of parts) {
    const text = token.slice(part * partSize, (part + 1) * partSize);
    headers.append(
      'set-cookie',
      `${cookieName}_${part}=${text}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${text === '' ? '; Max-Age=0' : age}`,
    );
  }
  return headers;
};

const bearer = /^Bearer +/i;

/**
 * Serves `/session`. POST with a token in `Authorization` opens one, until the browser is closed or, with `?keep`, until the
 * token ends; GET gives the id and the viewer of the present one, null where there is none; DELETE ends it. No page of
 * another origin opens or reads one: it may send no such header, and gets no cookie.
 */
export const useBrowserSession = (authenticator: Authenticator): GatewayPlugin => ({
  async onRequest({ request, url, fetchAPI: { Response }, endResponse }) {
    if (url.pathname !== '/session') return;
    const answer = (session: object | null, status = 200, headers?: Headers) =>
      endResponse(
        new Response(JSON.stringify(session), {
          status,
          headers: headers ?? { 'content-type': 'application/json; charset=utf-8' },
        }),
      );
    const secure = url.protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https';
    const open = async (authorization: string): Promise<Identity | null> =>
      authenticator
        .authenticate({ get: (name) => (name === 'authorization' ? authorization : null) })
        .catch(() => null);

    if (request.method === 'GET') {
      const token = cookieToken(request.headers.get('cookie'));
      const identity = token === '' ? null : await open(`Bearer ${token}`);
      return answer(identity && { id: sessionIdOf(token), viewer: identity.viewer });
    }
    if (request.method === 'POST') {
      const authorization = request.headers.get('authorization') ?? '';
      const identity = authorization === '' ? null : await open(authorization);
      if (identity === null) return answer(null, 401);
      const token = authorization.replace(bearer, '');
      const maxAge = url.searchParams.has('keep') ? Math.floor(identity.remaining() / 1_000) : null;
      return answer(
        { id: sessionIdOf(token), viewer: identity.viewer },
        200,
        setCookies(token, { maxAge, secure }),
      );
    }
    if (request.method === 'DELETE') return answer(null, 200, setCookies('', { maxAge: null, secure }));
  },
});
