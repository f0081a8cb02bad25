import { auditServer } from 'graphql-http';
import { expect, test } from 'vitest';
import { bobsToken, listening, readAnswer } from './toy-gateway.ts';

const authorization = `Bearer ${bobsToken}`;

test('GraphQL over HTTP: every audit of the package graphql-http passes', async () => {
  const { url } = await listening();
  const results = await auditServer({
    url: `${url}/graphql`,
    fetchFn: (input: string, init: RequestInit = {}) =>
      fetch(input, { ...init, headers: { ...init.headers, authorization } }),
  });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(61);
});

const body = JSON.stringify({ query: '{ user }' });

test.for([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['application/json;charset="UTF-8"', 200],
  ['application/json; charset=utf-16', 415],
  ['application/json, text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['text/plain', 415],
  ['application/graphql', 415],
] as const)(
  'a POST as %s is answered %i: no form of a browser can send an operation',
  async ([contentType, status]) => {
    const { url } = await listening();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': contentType },
      body,
    });
    expect(response.status).toBe(status);
  },
);

test('a compressed body is refused, whatever it would become', async () => {
  const { url } = await listening();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body,
  });
  expect(await readAnswer(response)).toMatchObject({ status: 415, codes: ['UNSUPPORTED_MEDIA_TYPE'] });
});

test.for([
  ['a query', 'query=%7Buser%7D', 200],
  ['a mutation', 'query=mutation%7Bwrite(input:%7Bcontent:%22x%22%7D)%7D', 405],
  ['a mutation beside a query', 'query=query%20A%7Buser%7Dmutation%20B%7B__typename%7D&operationName=B', 405],
  ['variables that are no JSON', 'query=%7Buser%7D&variables=%7B', 400],
] as const)('%s by GET is answered as it should be', async ([, search, status]) => {
  const { url } = await listening();
  const response = await fetch(`${url}/graphql?${search}`, { headers: { authorization } });
  expect(response.status).toBe(status);
});

test.for(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not a method of GraphQL', async (method) => {
  const { url } = await listening();
  expect((await fetch(`${url}/graphql`, { method, headers: { authorization } })).status).toBe(405);
});

test.for([
  ['as it says', { 'content-length': '2000000' }],
  ['as it streams', {}],
] as const)('a body larger than the limit %s is refused with 413', async ([how]) => {
  const { url } = await listening({ maxBodyBytes: 1_000_000 });
  const large = JSON.stringify({ query: '{ user }', variables: { text: 'x'.repeat(2_000_000) } });
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: how === 'as it says' ? large : new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(413);
});

test('a body that is not UTF-8 is refused, not repaired', async () => {
  const { url } = await listening();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: Buffer.from('{"query":"{ repeat(times: 1, word: \\"\xff\\") }"}', 'latin1'),
  });
  expect(await readAnswer(response)).toMatchObject({ status: 400, codes: ['BAD_REQUEST'] });
});

test('no page of another origin may read an answer, unless its origin is listed', async () => {
  const { url } = await listening();
  const listed = await listening({ corsOrigins: ['https://app.example', 'https://other.example'] });
  const preflight = (to: string, origin: string) =>
    fetch(`${to}/graphql`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const allowed = async (to: string, origin: string) =>
    (await preflight(to, origin)).headers.get('access-control-allow-origin');

  expect(await allowed(url, 'https://app.example')).toBeNull();
  expect(await allowed(listed.url, 'https://app.example')).toBe('https://app.example');
  expect(await allowed(listed.url, 'https://app.example.evil')).toBeNull();
  expect(await allowed(listed.url, 'null')).toBeNull();
  const { headers } = await preflight(listed.url, 'https://app.example');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(headers.get('vary')).toContain('Origin');
});

test('every answer carries a request id: the caller’s where it is short and plain, else a new one', async () => {
  const { url } = await listening();
  const idFor = async (given: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'x-request-id': given },
      body,
    });
    return response.headers.get('x-request-id');
  };
  expect(await idFor('trace-1.a_B')).toBe('trace-1.a_B');
  expect(await idFor('a b')).toMatch(/^[\da-f-]{36}$/);
  expect(await idFor('x'.repeat(65))).toMatch(/^[\da-f-]{36}$/);
});

test('a request that names no valid address is refused without a stack', async () => {
  const { url } = await listening();
  const { request } = await import('node:http');
  const status = await new Promise((resolve, reject) => {
    request(`${url}/graphql`, { headers: { host: 'a b[' } }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(400);
});
