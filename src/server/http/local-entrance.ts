import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { GatewayPlugin } from './request-context.ts';

/** Access to the pages of local mode: a browser that opened an address printed by the terminal. */
export interface LocalEntrance {
  /** The address that lets one more browser in; each is good for one use. */
  readonly address: (url: string) => string;
  readonly plugin: GatewayPlugin;
}

const cookieName = 'vouch_local';
const parameter = 'key';
/** Pages and what they are made of, without a secret in them. */
const open = ['/health', '/ready', '/metrics'];

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const cookieOf = (header: string | null): string =>
  header
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1] ?? '';

const closed = `Local mode opens its pages only for the person who started it. Use the address that the terminal printed last: each lets one browser in, which is then known.
After each use the terminal prints the next one, in the line that begins with "A browser has opened".
`;

/**
 * Keeps the pages of local mode, and the tokens in them, from other users of the machine. The cookie is made of the local
 * secret, so that a browser stays known after a restart. `used` is called when an address was used, and the next one is there.
 */
export const createLocalEntrance = (secret: string, used: () => void = () => undefined): LocalEntrance => {
  const cookie = createHmac('sha256', secret).update('vouch.local.page').digest('base64url');
  let key = randomBytes(24).toString('base64url');
  return {
    address: (url) => `${url}/?${parameter}=${key}`,
    plugin: {
      onRequest({ request, url, fetchAPI, endResponse }) {
        const isPage =
          url.pathname !== '/graphql' || (request.headers.get('accept')?.includes('text/html') ?? false);
        if (request.method !== 'GET' || !isPage) return;
        if (open.includes(url.pathname) || url.pathname.startsWith('/assets/')) return;
        const given = url.searchParams.get(parameter);
        if (given !== null && isSame(given, key)) {
          key = randomBytes(24).toString('base64url');
          used();
          url.searchParams.delete(parameter);
          const headers = {
            location: `${url.pathname}${url.search}`,
            // Lax: a link in a chat opens its page.
            'set-cookie': `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`,
          };
          endResponse(new fetchAPI.Response(null, { status: 303, headers }));
        } else if (!isSame(cookieOf(request.headers.get('cookie')), cookie))
          endResponse(
            new fetchAPI.Response(closed, {
              status: 403,
              headers: { 'content-type': 'text/plain; charset=utf-8' },
            }),
          );
      },
    },
  };
};
