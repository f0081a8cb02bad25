import { describe, expect, test } from 'vitest';
import { issueToken } from '#server/http/local-tokens.ts';
import { bob, bobsToken, listening, now, tokens } from './toy-gateway.ts';

const alicesToken = await issueToken(tokens, { ...bob, user: 'alice' }, { now, seconds: 3600 });
const manyGroups = Array.from({ length: 110 }, (_, index) => `a group with a long name ${index}`);
const longToken = await issueToken(tokens, { ...bob, groups: manyGroups }, { now, seconds: 3600 });

const served = async () =>
  (await listening({ console: { folder: '/nowhere', personas: [], signIn: null } })).url;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Opens a session; gives its id and its cookies, as a browser sends them. */
const open = async (url: string, token: string) => {
  const response = await fetch(`${url}/session`, { method: 'POST', headers: bearer(token) });
  const set = response.headers.getSetCookie();
  const cookie = set.map((one) => one.split(';')[0]).join('; ');
  return { id: ((await response.json()) as { id: string }).id, set, cookie };
};

const ask = async (url: string, headers: Record<string, string>) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ user }' }),
  });
  const { data, errors } = (await response.json()) as {
    data?: { user: string };
    errors?: { extensions: { code: string } }[];
  };
  return data?.user ?? errors?.[0]?.extensions.code;
};

describe('the session of a browser', () => {
  test('is opened by a token, and its requests are those of the token', async () => {
    const url = await served();
    const { id, cookie, set } = await open(url, bobsToken);
    for (const one of set) expect(one).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/);
    expect(await ask(url, { cookie, 'vouch-session': id })).toBe('bob');
    expect(await (await fetch(`${url}/session`, { headers: { cookie } })).json()).toEqual({
      id,
      viewer: bob,
    });
  });

  test('a request that does not name it is nobody, whatever its cookies are', async () => {
    const url = await served();
    const { cookie } = await open(url, bobsToken);
    expect(await ask(url, { cookie })).toBe('UNAUTHENTICATED');
  });

  test('a page of the former person is refused after another has signed in', async () => {
    const url = await served();
    const { id } = await open(url, bobsToken);
    const alice = await open(url, alicesToken);
    expect(await ask(url, { cookie: alice.cookie, 'vouch-session': id })).toBe('UNAUTHENTICATED');
    expect(await ask(url, { cookie: alice.cookie, 'vouch-session': alice.id })).toBe('alice');
  });

  test('a token in the header comes before it', async () => {
    const url = await served();
    const { id, cookie } = await open(url, bobsToken);
    expect(await ask(url, { cookie, 'vouch-session': id, ...bearer(alicesToken) })).toBe('alice');
  });

  test('a token that is longer than a cookie is kept in several', async () => {
    const url = await served();
    expect(longToken.length).toBeGreaterThan(4_096);
    const { id, cookie, set } = await open(url, longToken);
    for (const one of set) expect(one.length).toBeLessThan(4_096);
    expect(await ask(url, { cookie, 'vouch-session': id })).toBe('bob');
  });

  test('is kept until the token ends where that is asked for, and otherwise until the browser is closed', async () => {
    const url = await served();
    const [first] = (await open(url, bobsToken)).set;
    expect(first).not.toContain('Max-Age');
    const kept = await fetch(`${url}/session?keep`, { method: 'POST', headers: bearer(bobsToken) });
    expect(kept.headers.getSetCookie()[0]).toContain('Max-Age=3600');
  });

  test('is sent over TLS alone where it was opened so', async () => {
    const url = await served();
    const headers = { ...bearer(bobsToken), 'x-forwarded-proto': 'https' };
    const response = await fetch(`${url}/session`, { method: 'POST', headers });
    for (const one of response.headers.getSetCookie()) expect(one).toContain('; Secure');
  });

  test.for([{}, bearer('no.token.here'), { cookie: `vouch_session_0=${bobsToken}` }])(
    'is not opened with %o',
    async (headers) => {
      const url = await served();
      const response = await fetch(`${url}/session`, { method: 'POST', headers });
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  test('ends when it is deleted', async () => {
    const url = await served();
    const response = await fetch(`${url}/session`, { method: 'DELETE' });
    for (const one of response.headers.getSetCookie())
      expect(one).toMatch(/^vouch_session_\d=; .*Max-Age=0$/);
    expect(await (await fetch(`${url}/session`)).json()).toBeNull();
  });
});
