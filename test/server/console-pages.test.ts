import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bobsToken, createToyGateway, listening } from './toy-gateway.ts';

const browser = { accept: 'text/html,application/xhtml+xml' };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<meta nonce="__NONCE__"><script src="/assets/a-1.js"></script>',
  );
  await mkdir(join(folder, 'graphiql'));
  await writeFile(join(folder, 'graphiql', 'index.html'), '<meta nonce="__NONCE__"><p>GraphiQL</p>');
  await writeFile(join(folder, 'assets', 'a-1.js'), 'const one = 1;');
  await writeFile(join(folder, 'secret.txt'), 'not for the web');
});

afterAll(() => rm(folder, { recursive: true }));

const served = (more = {}) => ({
  console: {
    folder,
    personas: [{ user: 'bob', role: 'reviewer', token: bobsToken }],
    signIn: null,
    ...more,
  },
});

describe('the console', () => {
  test('a part that is gone while it is built is missing then, and there again after', async () => {
    const { url } = await listening(served());
    const path = join(folder, 'assets', 'part-1.js');
    const statusOf = async () => (await fetch(`${url}/assets/part-1.js`)).status;
    await writeFile(path, 'const part = 1;');
    expect((await fetch(`${url}/assets/a-1.js`)).status).toBe(200);
    await rm(path);
    expect(await statusOf()).toBe(404);
    await writeFile(path, 'const part = 1;');
    expect(await statusOf()).toBe(200);
  });

  test.each(['/', '/inbox', '/facts/mem_1', '/explore?search=tide'])('%s is its page', async (path) => {
    const { url } = await listening(served());
    const page = await fetch(`${url}${path}`, { headers: browser });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  test('its policy takes scripts and answers from this origin alone, and a new nonce each time', async () => {
    const { url } = await listening(served());
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const page = await fetch(url);
        const policy = page.headers.get('content-security-policy') ?? '';
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("script-src 'self'");
        expect(policy).toContain("connect-src 'self'");
        expect(policy).not.toMatch(/unsafe|https?:|\*/);
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
        expect(await page.text()).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('its files are sent compressed, and kept by browsers', async () => {
    const gateway = createToyGateway(served());
    const file = await gateway.fetch('http://localhost/assets/a-1.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(file.headers.get('content-encoding')).toBe('br');
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(brotliDecompressSync(await file.arrayBuffer()).toString()).toBe('const one = 1;');
  });

  test.each([
    '/assets/missing.js',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/secret.txt',
    '/other',
  ])('%s is not there', async (path) => {
    const { url } = await listening(served());
    expect((await fetch(`${url}${path}`)).status).toBe(404);
  });

  test('at an address that nothing has, people are shown the page, which says so', async () => {
    const { url } = await listening(served());
    const page = await fetch(`${url}/other`, { headers: browser });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(await page.text()).toContain('nonce="');
  });

  test('no other page of a browser is given the tokens of local mode', async () => {
    const { url } = await listening(served());
    const own = await fetch(`${url}/console.json`, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(await own.json()).toMatchObject({ personas: [{ user: 'bob', token: bobsToken }] });
    for (const site of ['cross-site', 'same-site', 'none']) {
      const other = await fetch(`${url}/console.json`, { headers: { 'sec-fetch-site': site } });
      expect(other.status).toBe(403);
      expect(await other.text()).not.toContain(bobsToken);
    }
  });

  test('where it is not built, the page says how to build it', async () => {
    const { url } = await listening(served({ folder: join(folder, 'nowhere') }));
    const page = await fetch(url);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('npm run console:build');
  });

  test('an issuer is the one other origin that the page may ask', async () => {
    const { url } = await listening(
      served({ signIn: { issuer: 'https://login.example.com/realm', clientId: 'vouch' } }),
    );
    const policy = (await fetch(url)).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https://login.example.com;");
  });

  test('off, there is no page and no token', async () => {
    const { url } = await listening({ console: null });
    expect((await fetch(url, { headers: browser })).status).toBe(404);
    expect((await fetch(`${url}/console.json`)).status).toBe(404);
  });
});

describe('GraphiQL', () => {
  const persona = { user: 'bob', role: 'reviewer', token: bobsToken };
  const operations = [{ persona: 'reviewer', query: '{ user }', variables: { id: '1' } }] as const;
  const graphiql = () => ({ folder, personas: [persona], operations });

  test('a browser gets a page, framed by nobody, and the page what its tabs hold', async () => {
    const { url } = await listening({ graphiql: graphiql() });
    const page = await fetch(`${url}/graphql`, { headers: browser });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).toContain('GraphiQL');
    const settings = await fetch(`${url}/graphiql.json`);
    expect(await settings.json()).toEqual({ personas: [persona], operations });
    expect((await fetch(`${url}/assets/a-1.js`)).status).toBe(200);
  });

  test('its policy takes scripts, workers and answers from this origin alone; inline there are style attributes', async () => {
    const { url } = await listening({ graphiql: graphiql() });
    const page = await fetch(`${url}/graphql`, { headers: browser });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    for (const kind of ['script', 'worker', 'connect']) expect(policy).toContain(`${kind}-src 'self';`);
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|blob:|\*/);
  });

  test('no other page of a browser is given its tokens', async () => {
    const { url } = await listening({ graphiql: graphiql() });
    for (const site of ['cross-site', 'same-site', 'none']) {
      const other = await fetch(`${url}/graphiql.json`, { headers: { 'sec-fetch-site': site } });
      expect(other.status).toBe(403);
      expect(await other.text()).not.toContain(bobsToken);
    }
  });

  test('off, a browser gets no page and no token', async () => {
    const { url } = await listening({ graphiql: null });
    const page = await fetch(`${url}/graphql`, { headers: browser });
    expect(page.headers.get('content-type') ?? '').not.toContain('html');
    expect((await fetch(`${url}/graphiql.json`)).status).toBe(404);
  });

  test('local mode answers a name of this machine only', async () => {
    const gateway = createToyGateway({ graphiql: graphiql(), loopbackOnly: true });
    const statusFor = async (host: string) =>
      (await gateway.fetch(`http://${host}/graphql`, { headers: browser })).status;
    expect(await statusFor('localhost:4000')).toBe(200);
    expect(await statusFor('127.0.0.1:4000')).toBe(200);
    expect(await statusFor('[::1]:4000')).toBe(200);
    expect(await statusFor('rebound.example:4000')).toBe(403);
    expect(await statusFor('127.0.0.1.rebound.example')).toBe(403);
    expect(await statusFor('192.168.1.7:4000')).toBe(403);
  });
});
