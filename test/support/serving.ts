import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { parseConfig } from '#config/config.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { issueToken } from '#server/http/local-tokens.ts';
import { startGateway } from '#server/start.ts';
import { makeDataFolder } from './data-folder.ts';

const secret = 'a-secret-of-the-tests-with-32-bytes-and-more';
const tokens = { secret, jwksUrl: null, issuer: null, audience: null };

/** A whole gateway on a port, over a database of a server. */
export interface Serving {
  readonly url: string;
  readonly ask: (
    viewer: Viewer,
    query: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ status: number; headers: Headers; body: Body }>;
  readonly tokenOf: (viewer: Viewer) => Promise<string>;
  readonly ready: () => Promise<{ status: number; body: { status: string; reason?: string } }>;
  readonly close: () => Promise<void>;
}

interface Body {
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly sqlState?: string } }[];
}

/** Starts one that ends with its test, unless it was closed before. */
export const serveDatabase = async (
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Serving> => {
  const dataDir = makeDataFolder('vouch-serving-');
  const running = await startGateway(
    parseConfig({
      DATABASE_URL: databaseUrl,
      VOUCH_JWT_SECRET: secret,
      VOUCH_DATA_DIR: dataDir,
      VOUCH_LOG_LEVEL: 'silent',
      PORT: '0',
      ...settings,
    }),
  );
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= running.close();
    return closing;
  };
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const tokenOf = (viewer: Viewer) => issueToken(tokens, viewer, { now: new Date(), seconds: 600 });
  return {
    url: running.url,
    tokenOf,
    ask: async (viewer, query, headers = {}) => {
      const response = await fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          authorization: `Bearer ${await tokenOf(viewer)}`,
        },
        body: JSON.stringify({ query }),
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
    },
    ready: async () => {
      const response = await fetch(`${running.url}/ready`);
      return {
        status: response.status,
        body: (await response.json()) as { status: string; reason?: string },
      };
    },
    close,
  };
};
