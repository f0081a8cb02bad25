import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { expect, test } from 'vitest';
import { namesTag } from '#server/http/conditional-get.ts';
import { issueToken } from '#server/http/local-tokens.ts';
import { bob, bobsToken, listening, now, send, tokens } from './toy-gateway.ts';

const asBob = { authorization: `Bearer ${bobsToken}` };
const asAnn = {
  authorization: `Bearer ${await issueToken(tokens, { ...bob, user: 'ann' }, { now, seconds: 3600 })}`,
};

const get = (url: string, query: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, { method, headers: { ...asBob, ...headers } });

const tagOf = (body: string) => `"${createHash('sha256').update(body).digest('base64url')}"`;
const bobsBody = '{"data":{"user":"bob"}}';
const bobsTag = tagOf(bobsBody);

test.for([
  [bobsTag, true],
  [`W/${bobsTag}`, true],
  [`"other", W/"with, comma" ,${bobsTag}`, true],
  ['*', true],
  [' * ', true],
  [null, false],
  ['', false],
  ['"other"', false],
  [bobsTag.slice(1, -1), false],
  [`"x${bobsTag}`, false],
  [`"*", W/"other"`, false],
] as const)('If-None-Match: %s names the tag: %s', ([header, expected]) => {
  expect(namesTag(header, bobsTag)).toBe(expected);
});

test('a query by GET has the hash of its body as ETag, is for its viewer alone, and is asked again before each use', async () => {
  const { url } = await listening();
  const response = await get(url, '{ user }');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(bobsBody);
  expect(response.headers.get('etag')).toBe(bobsTag);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(response.headers.get('vary')).toBe('Origin, Authorization, Accept');
});

test.for([bobsTag, `W/${bobsTag}`, `"old", ${bobsTag}`, '*'])(
  'who has the body already, If-None-Match: %s, is answered 304 without it',
  async (tag) => {
    const { url, gateway } = await listening();
    const response = await get(url, '{ user }', { 'if-none-match': tag });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    // It was computed and counted as any other.
    expect(gateway.contexts).toMatchObject([{ outcome: 'succeeded' }]);
    expect(gateway.logLines).toMatchObject([{ msg: 'operation', type: 'query', outcome: 'succeeded' }]);
  },
);

/** Bytes on the wire, without the parts that differ for each answer. */
const onTheWire = (url: string, headers: Record<string, string | string[]>) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const asked = request(
        `${url}/graphql?query={user}`,
        { headers: { ...asBob, ...headers } },
        (response) => {
          const { date: _date, 'x-request-id': id, ...rest } = response.headers;
          let body = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            body += part;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: { ...rest, 'x-request-id': typeof id }, body }),
          );
        },
      );
      asked.on('error', reject).end();
    },
  );

test('a 304 has the headers of the 200, but for those of the body, also for a listed origin', async () => {
  const { url } = await listening({ corsOrigins: ['https://app.example'] });
  const origin = { origin: 'https://app.example' };
  const full = await onTheWire(url, origin);
  const bare = await onTheWire(url, { ...origin, 'if-none-match': ['"old"', bobsTag] });
  const { 'content-type': _type, 'content-length': _length, ...rest } = full.headers;
  expect(full).toMatchObject({ status: 200, body: bobsBody });
  expect(bare).toEqual({ status: 304, headers: rest, body: '' });
  expect(rest).toMatchObject({
    etag: bobsTag,
    'access-control-allow-origin': 'https://app.example',
    'access-control-expose-headers': 'x-request-id, etag, retry-after, vouch-position',
  });
});

test('a page of a listed origin may send If-None-Match', async () => {
  const { url } = await listening({ corsOrigins: ['https://app.example'] });
  const { headers } = await fetch(`${url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-headers': 'if-none-match' },
  });
  expect(headers.get('access-control-allow-headers')).toContain('if-none-match');
});

test('the tag of another viewer is worth nothing: each is answered by their own answer', async () => {
  const { url } = await listening();
  const response = await get(url, '{ user }', { ...asAnn, 'if-none-match': bobsTag });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ data: { user: 'ann' } });
});

test('without a valid token no tag is answered 304', async () => {
  const { url } = await listening();
  for (const tag of [bobsTag, '*']) {
    const response = await get(url, '{ user }', { authorization: 'Bearer none', 'if-none-match': tag });
    expect(response.status).toBe(401);
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('what has changed has another tag, and is sent', async () => {
  let text = 'before';
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: { text: { type: GraphQLString, resolve: () => text } },
    }),
  });
  const { url } = await listening({ schema });
  const before = (await get(url, '{ text }')).headers.get('etag') ?? '';
  expect((await get(url, '{ text }', { 'if-none-match': before })).status).toBe(304);
  text = 'after';
  const changed = await get(url, '{ text }', { 'if-none-match': before });
  expect(changed.status).toBe(200);
  expect(await changed.json()).toEqual({ data: { text: 'after' } });
  expect(changed.headers.get('etag')).not.toBe(before);
});

test.for([
  ['a field that failed beside one that did not', '{ user forbidden }', 200],
  ['a fault', '{ broken }', 200],
  ['a document that is not valid', '{ nobody }', 200],
  ['a mutation', 'mutation { write(input: { content: "x" }) }', 405],
] as const)('%s has no tag, is not stored, and is answered in full', async ([, query, status]) => {
  const { url } = await listening();
  const response = await get(url, query, { accept: 'application/json', 'if-none-match': '*' });
  expect(response.status).toBe(status);
  expect(response.headers.get('etag')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toMatchObject({ errors: [{}] });
});

test.for(['text/event-stream', 'multipart/mixed'])('an answer as %s has no tag', async (accept) => {
  const { url } = await listening();
  const response = await get(url, '{ user }', { accept, 'if-none-match': '*' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(accept);
  expect(response.headers.get('etag')).toBeNull();
  expect(await response.text()).toContain(bobsBody);
});

test('a POST has no tag and no condition, in its first run and later', async () => {
  const { url } = await listening();
  for (let round = 0; round < 3; round += 1) {
    const { status, headers, body } = await send(url, { query: '{ user }' }, { 'if-none-match': '*' });
    expect({ status, body }).toEqual({ status: 200, body: bobsBody });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('etag');
  }
});

test('no answer is compressed here: one tag, whatever encoding is accepted', async () => {
  const { url } = await listening();
  for (const accepted of ['gzip, br', 'identity']) {
    const { headers } = await get(url, '{ user }', { 'accept-encoding': accepted });
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('etag')).toBe(bobsTag);
  }
});

test('HEAD is no method of GraphQL, with a tag or without', async () => {
  const { url } = await listening();
  const response = await get(url, '{ user }', { 'if-none-match': bobsTag }, 'HEAD');
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, POST');
  expect(response.headers.get('etag')).toBeNull();
});
