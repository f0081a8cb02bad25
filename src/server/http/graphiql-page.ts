import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { GatewayPlugin } from './request-context.ts';

export interface GraphiQLTab {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
  /** JSON; the Authorization of `token` is added where it is missing. */
  readonly headers?: string;
}

export interface GraphiQLSettings {
  readonly tabs: readonly GraphiQLTab[];
  /** Local mode's token, which stands ready in the headers; anyone who may open the page may read it. */
  readonly token?: string;
}

// The page is one file with everything in it; the policy holds it to that, and to calling this gateway alone.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A browser that opens `/graphql` gets GraphiQL: no CDN, its own tabs at the first visit. */
export function useGraphiQLPage(settings: GraphiQLSettings): GatewayPlugin {
  let page: Promise<Page> | undefined;
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      const wantsPage = request.method === 'GET' && request.headers.get('accept')?.includes('text/html');
      if (url.pathname !== '/graphql' || !wantsPage) return;
      // Nine megabytes: made when the first browser asks, and sent compressed where that is understood.
      page ??= renderPage(settings);
      const { html, gzipped } = await page;
      const compressed = request.headers.get('accept-encoding')?.includes('gzip') ?? false;
      endResponse(
        new fetchAPI.Response(compressed ? gzipped : html, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            ...(compressed ? { 'content-encoding': 'gzip' } : {}),
            vary: 'accept-encoding',
            'content-security-policy': contentSecurityPolicy,
          },
        }),
      );
    },
  };
}

interface Page {
  readonly html: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

async function renderPage({ tabs, token }: GraphiQLSettings): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const headers = JSON.stringify(authorization, null, 2);
  const options = {
    title: 'Vouch',
    endpoint: '/graphql',
    // A tab that the browser kept from an earlier visit has lost its headers: these take their place.
    defaultHeaders: headers,
    headers,
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: 'variables' as const,
    // The first tab is open at once, and takes its variables from here.
    variables: tabs[0]?.variables ?? '',
    defaultTabs: tabs.map((tab) => ({
      query: tab.query,
      variables: tab.variables ?? null,
      headers: JSON.stringify({ ...authorization, ...JSON.parse(tab.headers ?? '{}') }, null, 2),
    })),
  };
  const html = renderGraphiQL(options);
  return { html, gzipped: new Uint8Array(await promisify(gzip)(html)) };
}
