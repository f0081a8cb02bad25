import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { GatewayPlugin } from './request-context.ts';

/** A token that local mode gives to anybody who opens the console on this machine. */
export interface ConsolePersona {
  readonly user: string;
  readonly role: string;
  readonly token: string;
}

/** Where people sign in with OpenID Connect (authorization code with PKCE, a public client). */
export interface ConsoleSignIn {
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
  'chains',
  'governance',
  'bundle',
  'records',
  'signed-in',
] as const;

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Styles that the component library makes while it runs carry the nonce; nothing else inline is taken. */
const contentSecurityPolicy = (nonce: string, signIn: ConsoleSignIn | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${signIn === null ? '' : ` ${new URL(signIn.issuer).origin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const notBuilt =
  'The console is not built: run `npm ci` with its development packages, or `npm run console:build`.\n';

/**
 * Serves the console: its page at every address that it knows, its files below `/assets/`, and `/console.json`, which
 * says how people sign in. Whatever is private comes from the public API alone, with the caller's own token.
 */
export function useConsolePages({ folder, personas, signIn }: ConsoleSettings): GatewayPlugin {
  let built: Promise<BuiltConsole | null> | undefined;
  const settings = JSON.stringify({ personas, signIn });
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      if (request.method !== 'GET') return;
      const answer = (body: BodyInit, headers: Record<string, string>, status = 200) =>
        endResponse(new fetchAPI.Response(body, { status, headers }));

      if (url.pathname === '/console.json') {
        // Tokens are for the console's own page: no other page of a browser may ask for them.
        const site = request.headers.get('sec-fetch-site') ?? 'same-origin';
        if (site === 'same-origin') answer(settings, { 'content-type': 'application/json; charset=utf-8' });
        else answer('', {}, 403);
        return;
      }
      const isFile = url.pathname.startsWith('/assets/');
      const isPage = consoleAddresses.some((known) => known === url.pathname.split('/')[1]);
      if (!isFile && !isPage) return;

      built ??= readBuilt(folder);
      const found = await built;
      if (found === null) {
        built = undefined; // It may be built while the gateway runs.
        answer(notBuilt, { 'content-type': 'text/plain; charset=utf-8' }, 503);
        return;
      }
      if (isPage) {
        const nonce = randomBytes(16).toString('base64');
        answer(found.page.replaceAll('__NONCE__', nonce), {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': contentSecurityPolicy(nonce, signIn),
        });
        return;
      }
      const file = found.files.get(url.pathname);
      if (file === undefined) return;
      const encoding = encodingFor(request.headers.get('accept-encoding'));
      answer(await file.as(encoding), {
        'content-type': file.mediaType,
        // The name of a file changes with its content.
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      });
    },
  };
}

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];
type Bytes = Uint8Array<ArrayBuffer>;

interface BuiltFile {
  readonly mediaType: string;
  /** Compressed when it is first asked for, and kept. */
  as(encoding: Encoding): Promise<Bytes>;
}

interface BuiltConsole {
  readonly page: string;
  readonly files: ReadonlyMap<string, BuiltFile>;
}

const encodingFor = (accepted: string | null): Encoding =>
  encodings.find((encoding) => accepted?.includes(encoding)) ?? 'identity';

const compress: Readonly<Record<Encoding, (bytes: Bytes) => Promise<Uint8Array>>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
  identity: async (bytes) => bytes,
};

const toBuiltFile = (path: string, content: Bytes): BuiltFile => {
  const kept = new Map<Encoding, Promise<Bytes>>();
  return {
    mediaType: mediaTypes[extname(path)] ?? 'application/octet-stream',
    as: (encoding) => {
      const made = kept.get(encoding) ?? compress[encoding](content).then((bytes) => new Uint8Array(bytes));
      kept.set(encoding, made);
      return made;
    },
  };
};

/** Null when the console was not built. */
const readBuilt = async (folder: string): Promise<BuiltConsole | null> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return null;
  const entries = await readdir(join(folder, 'assets'), { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const address = `/${relative(folder, path).split(sep).join('/')}`;
      return [address, toBuiltFile(path, new Uint8Array(await readFile(path)))] as const;
    }),
  );
  return { page, files: new Map(files) };
};
