import { answerPage, answerSettings, createBuiltPage } from './built-pages.ts';
import type { ConsolePersona } from './console-pages.ts';
import type { ReadyOperation } from './graphiql-tabs.ts';
import type { GatewayPlugin } from './request-context.ts';

export interface GraphiQLSettings {
  /** The folder that the build of the console wrote. */
  readonly folder: string;
  /** Local mode's tokens; anyone who may open the page may read them. Empty in production. */
  readonly personas: readonly ConsolePersona[];
  /** Operations in tabs at the first visit. */
  readonly operations: readonly ReadyOperation[];
}

/** The editor makes style elements, which carry the nonce, and places its lines by style attributes, for which there are no nonces. */
const contentSecurityPolicy = (nonce: string): readonly string[] => [
  "script-src 'self'",
  "worker-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
];

/** A browser that opens `/graphql` gets GraphiQL; `/graphiql.json` says what its tabs hold, and who may ask it. */
export function useGraphiQLPage({ folder, personas, operations }: GraphiQLSettings): GatewayPlugin {
  const page = createBuiltPage(folder, 'graphiql/index.html');
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      if (request.method !== 'GET') return;
      const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false;
      if (url.pathname === '/graphiql.json')
        endResponse(answerSettings(fetchAPI, request, { personas, operations }));
      else if (url.pathname === '/graphql' && wantsPage)
        endResponse(await answerPage(fetchAPI, page, contentSecurityPolicy));
    },
  };
}
