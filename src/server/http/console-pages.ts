import { answerPage, answerSettings, createBuiltPage } from './built-pages.ts';
import type { GatewayPlugin } from './request-context.ts';

/** A token that local mode gives to anybody who opens the console on this machine. */
export interface ConsolePersona {
  readonly user: string;
  readonly role: string;
  readonly token: string;
}

/** Sign-in with OpenID Connect (authorization code with PKCE, a public client). */
interface ConsoleSignIn {
  readonly issuer: string;
  readonly clientId: string;
}

export interface ConsoleSettings {
  /** The folder that the build of the console wrote. */
  readonly folder: string;
  /** Local mode's tokens; anyone who may open the page may read them. Empty in production. */
  readonly personas: readonly ConsolePersona[];
  /** Null: a token is pasted. */
  readonly signIn: ConsoleSignIn | null;
}

/** The first segments of the addresses that the console knows; each is answered with its one page. */
export const consoleAddresses = [
  '',
  'inbox',
  'facts',
  'contradictions',
  'sources',
  'explore',
  'graph',
  'chains',
  'changes',
  'governance',
  'bundle',
  'records',
  'signed-in',
] as const;

/** Styles that the component library makes while it runs carry the nonce; nothing else inline is taken. */
const contentSecurityPolicy = (nonce: string, signIn: ConsoleSignIn | null): readonly string[] => [
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data:",
  "font-src 'self'",
  `connect-src 'self'${signIn === null ? '' : ` ${new URL(signIn.issuer).origin}`}`,
];

/**
 * Serves the console: its page at every address that it knows and, as what is not there, to people at any other, and
 * `/console.json`, which says how people sign in. Whatever
 * is private comes from the public API alone, with the caller's own token.
 */
export function useConsolePages({ folder, personas, signIn }: ConsoleSettings): GatewayPlugin {
  const page = createBuiltPage(folder, 'index.html');
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      if (request.method !== 'GET') return;
      if (url.pathname === '/console.json')
        endResponse(answerSettings(fetchAPI, request, { personas, signIn }));
      else if (consoleAddresses.some((known) => known === url.pathname.split('/')[1]))
        endResponse(await answerPage(fetchAPI, page, (nonce) => contentSecurityPolicy(nonce, signIn)));
    },
    async onResponse({ request, response, fetchAPI, setResponse }) {
      const isVisit = request.method === 'GET' && request.headers.get('accept')?.includes('text/html');
      if (response.status !== 404 || !isVisit) return;
      const { body, headers } = await answerPage(fetchAPI, page, (nonce) =>
        contentSecurityPolicy(nonce, signIn),
      );
      for (const [name, value] of response.headers) if (name !== 'content-length') headers.set(name, value);
      setResponse(new fetchAPI.Response(body, { status: 404, headers }));
    },
  };
}
