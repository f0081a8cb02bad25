import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { createLocalEntrance } from '#server/http/local-entrance.ts';
import { bobsToken, listening } from './toy-gateway.ts';

const browser = { accept: 'text/html,application/xhtml+xml' };
const secret = 'the secret of the data folder, 32 bytes or more';

const folder = '/nowhere';
const personas = [{ user: 'bob', role: 'reviewer', token: bobsToken }];
const graphiql = { folder, personas, operations: [] };

const local = async (used = () => undefined) => {
  const entrance = createLocalEntrance(secret, used);
  const { url, gateway } = await listening({
    entrance,
    graphiql,
    console: { folder, personas, signIn: null },
  });
  return { url, gateway, entrance };
};
const visit = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers: { ...browser, ...headers }, redirect: 'manual' });
const letIn = async (address: string) => {
  const response = await visit(address);
  return { response, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
};

describe('the pages of local mode are for who started it', () => {
  test.for(['/', '/inbox', '/graphql', '/console.json', '/graphiql.json'])(
    '%s is closed to others',
    async (path) => {
      const { url } = await local();
      for (const headers of [{}, { cookie: 'vouch_local=guessed' }]) {
        const response = await visit(url + path, headers);
        expect(response.status).toBe(403);
        const text = await response.text();
        expect(text).toContain('address that the terminal printed');
        expect(text).toContain('"A browser has opened"');
        expect(text).not.toContain(bobsToken);
      }
      expect((await visit(`${url}${path}?key=guessed`)).status).toBe(403);
    },
  );

  test('the printed address lets one browser in, once, and the next one is another', async () => {
    let uses = 0;
    const { url, entrance } = await local(() => {
      uses += 1;
    });
    const address = entrance.address(url);
    const { response, cookie } = await letIn(address);
    expect([response.status, response.headers.get('location'), uses]).toEqual([303, '/', 1]);
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await visit(address)).status).toBe(403);
    const asked = entrance.address(url).replace('/?', '/facts/mem_1?tab=timeline&');
    expect((await visit(asked)).headers.get('location')).toBe('/facts/mem_1?tab=timeline');
    for (const path of ['/console.json', '/graphiql.json'])
      expect(await (await visit(url + path, { cookie })).text()).toContain(bobsToken);
    expect((await visit(`${url}/graphql`, { cookie })).status).toBe(503);
    expect((await letIn(entrance.address(url))).cookie).toBe(cookie);
  });

  test('a browser stays known after a restart, and is unknown where the secret is another', async () => {
    const first = await local();
    const { cookie } = await letIn(first.entrance.address(first.url));
    const again = await local();
    expect((await visit(`${again.url}/console.json`, { cookie })).status).toBe(200);
    const { url } = await listening({
      entrance: createLocalEntrance(`another ${secret}`),
      graphiql,
    });
    expect((await visit(`${url}/graphql`, { cookie })).status).toBe(403);
  });

  test('health and the API, which asks for a token, are open', async () => {
    const { url, gateway } = await local();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await gateway.ask({ query: '{ user }' })).toMatchObject({ data: { user: 'bob' } });
    expect((await gateway.ask({ query: '{ user }' }, {})).codes).toEqual(['UNAUTHENTICATED']);
  });
});

describe('the figures of the process', () => {
  test('are for who has their token, where there is one', async () => {
    const { url } = await listening({ metricsToken: 'the token of the metrics' });
    const ask = (authorization?: string) =>
      fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} });
    for (const given of [undefined, 'Bearer guessed', `Bearer ${bobsToken}`])
      expect((await ask(given)).status).toBe(401);
    expect(await (await ask('Bearer the token of the metrics')).text()).toContain('vouch_');
    const { url: open } = await listening();
    expect((await fetch(`${open}/metrics`)).status).toBe(200);
  });
});

describe('the data folder', () => {
  const modeOf = (folder: string) => statSync(folder).mode & 0o777;
  test('is made for its owner alone; an older one and an empty one are closed, and one with other things is not', () => {
    const root = mkdtempSync(join(tmpdir(), 'vouch-mode-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join(root, 'data');
    lockDataFolder(folder)();
    expect(modeOf(folder)).toBe(0o700);
    chmodSync(folder, 0o755);
    lockDataFolder(folder)();
    expect(modeOf(folder)).toBe(0o700);
    chmodSync(root, 0o755);
    lockDataFolder(root)();
    expect(modeOf(root)).toBe(0o755);
    const empty = join(root, 'empty');
    mkdirSync(empty, { mode: 0o755 });
    lockDataFolder(empty)();
    expect(modeOf(empty)).toBe(0o700);
  });
});
