import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FetchAPI } from 'graphql-yoga';
import type { GatewayPlugin } from './request-context.ts';

/** A page that the build wrote; null when there is none. */
export type BuiltPage = () => Promise<string | null>;

export const createBuiltPage = (folder: string, name: string): BuiltPage => {
  let page: string | null = null;
  return async () => {
    // It may be built while the gateway runs.
    page ??= await readFile(join(folder, name), 'utf8').catch(() => null);
    return page;
  };
};

const notBuilt =
  'The console is not built: run `npm run console:build` in a clone, or install the package anew.\n';

/** The page with a nonce of its own; `policy` says what it may load beside what no page may. */
export const answerPage = async (
  { Response }: FetchAPI,
  page: BuiltPage,
  policy: (nonce: string) => readonly string[],
): Promise<Response> => {
  const html = await page();
  if (html === null) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return new Response(notBuilt, { status: 503, headers });
  }
  const nonce = randomBytes(16).toString('base64');
  const rules = [
    "default-src 'none'",
    ...policy(nonce),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(html.replaceAll('__NONCE__', nonce), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': rules.join('; ') },
  });
};

/** Settings that a page asks for when it opens. They contain tokens: no other page of a browser may have them. */
export const answerSettings = ({ Response }: FetchAPI, request: Request, settings: object): Response => {
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin') return new Response('', { status: 403 });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return new Response(JSON.stringify(settings), { headers });
};

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];
type Bytes = Uint8Array<ArrayBuffer>;

interface BuiltFile {
  readonly mediaType: string;
  /** Compressed when it is first asked for, and kept. */
  as(encoding: Encoding): Promise<Bytes>;
}

const encodingFor = (accepted: string | null): Encoding =>
  encodings.find((encoding) => accepted?.includes(encoding)) ?? 'identity';

/** Above it the best compression takes seconds. */
const largeFile = 600_000;

const compress: Readonly<Record<Encoding, (bytes: Bytes) => Promise<Uint8Array>>> = {
  br: (bytes) => {
    const quality = bytes.length > largeFile ? 5 : constants.BROTLI_MAX_QUALITY;
    return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
  gzip: promisify(gzip),
  identity: async (bytes) => bytes,
};

const toBuiltFile = (path: string): BuiltFile => {
  const kept = new Map<Encoding, Promise<Bytes>>();
  const make = async (encoding: Encoding): Promise<Bytes> =>
    new Uint8Array(await compress[encoding](new Uint8Array(await readFile(path))));
  return {
    mediaType: mediaTypes[extname(path)] ?? 'application/octet-stream',
    as: (encoding) => {
      const made = kept.get(encoding) ?? make(encoding);
      kept.set(encoding, made);
      // A build that runs takes files away: what could not be read is read when it is next asked for.
      made.catch(() => kept.delete(encoding));
      return made;
    },
  };
};

/** The files of the folder that has the pages, by their addresses; none when nothing was built. */
const listFiles = async (folder: string): Promise<ReadonlyMap<string, BuiltFile>> => {
  const entries = await readdir(join(folder, 'assets'), { withFileTypes: true, recursive: true }).catch(
    () => [],
  );
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [`/${relative(folder, path).split(sep).join('/')}`, toBuiltFile(path)]));
};

/** Serves what the pages are made of, below `/assets/`. */
export function useBuiltFiles(folder: string): GatewayPlugin {
  let files: ReadonlyMap<string, BuiltFile> = new Map();
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      if (request.method !== 'GET' || !url.pathname.startsWith('/assets/')) return;
      if (files.size === 0) files = await listFiles(folder);
      const file = files.get(url.pathname);
      if (file === undefined) return;
      const encoding = encodingFor(request.headers.get('accept-encoding'));
      const body = await file.as(encoding).catch(() => null);
      if (body === null) {
        files = new Map();
        return;
      }
      const headers = {
        'content-type': file.mediaType,
        // The name of a file changes with its content.
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      };
      endResponse(new fetchAPI.Response(body, { headers }));
    },
  };
}
