import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { issueToken } from '#server/http/local-tokens.ts';
import {
  bob,
  bobsToken,
  createToyGateway,
  listening,
  now,
  send,
  sendGet,
  tokens,
  type Wire,
} from './toy-gateway.ts';

const query = '{ item { id text parent { id } } }';
const sized = 'query Sized($first: Int) { user items(first: $first) { totalCount } }';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const searchOf = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
const persisted = (text: string) =>
  JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hashOf(text) } });
const asAnn = `Bearer ${await issueToken(tokens, { ...bob, user: 'ann' }, { now, seconds: 3600 })}`;
const asEve = `Bearer ${await issueToken(tokens, { ...bob, tenant: 'other' }, { now, seconds: 3600 })}`;

/** Two gateways that have the same documents by their hashes; the second knows their operations. */
const both = async () => {
  const corsOrigins = ['https://app.example'];
  const fresh = await listening({ corsOrigins });
  const warm = await listening({ corsOrigins });
  for (const { url } of [fresh, warm]) {
    for (const text of [query, sized])
      await send(url, { query: text, extensions: JSON.parse(persisted(text)) });
  }
  for (let time = 0; time < 2; time += 1) {
    await send(warm.url, { query });
    await send(warm.url, { query: sized, variables: { first: 1 } });
    await send(warm.url, { query: sized, operationName: 'Sized', variables: { first: 1 } });
  }
  return { fresh, warm };
};

/** Leaves a GET to Yoga. */
const toYoga = { 'content-length': '0' };

const withoutId = ({ body, ...rest }: Wire): Wire => ({
  ...rest,
  body: body.replaceAll(/"requestId":"[^"]*"/g, ''),
});

const get = (parameters: Record<string, string>, headers: Record<string, string | string[]> = {}) =>
  [searchOf(parameters), headers] as const;
const tag = (body: string) => `"${createHash('sha256').update(body).digest('base64url')}"`;
const bobsTag = tag('{"data":{"user":"bob","items":{"totalCount":1}}}');
const one = '{"first":1}';

describe('a known query by GET is answered as Yoga answers it, on the wire', () => {
  test.for([
    ['its text', true, get({ query })],
    ['variables', true, get({ query: sized, variables: one })],
    ['the name of its operation', true, get({ query: sized, operationName: 'Sized', variables: one })],
    ['parameters that are empty', true, get({ query, operationName: '', variables: '', extensions: '' })],
    ['its hash', true, get({ extensions: persisted(query) })],
    ['its hash, and variables', true, get({ extensions: persisted(sized), variables: one })],
    ['a request id of its own', true, get({ query }, { 'x-request-id': 'mine' })],
    ['plain JSON', true, get({ query }, { accept: 'application/json' })],
    ['a tag that names it', true, get({ query: sized, variables: one }, { 'if-none-match': bobsTag })],
    ['two tags', true, get({ query: sized, variables: one }, { 'if-none-match': ['"old"', bobsTag] })],
    ['any tag', true, get({ query }, { 'if-none-match': '*' })],
    ['an old tag', true, get({ query }, { 'if-none-match': '"old"' })],
    [
      'another viewer’s tag',
      true,
      get({ query: sized, variables: one }, { authorization: asAnn, 'if-none-match': bobsTag }),
    ],
    ['a content type', true, get({ query }, { 'content-type': 'text/plain' })],
    ['a parameter that is unknown', true, get({ query, z: '1' })],
    ['a parameter twice', true, [`${searchOf({ query })}&query=%7Bbroken%7D`, {}]],
    ['the other one first', false, [`query=%7Bbroken%7D&${searchOf({ query })}`, {}]],
    ['a plus and a percent sign', true, [`query=${query.replaceAll(' ', '+').replaceAll('{', '%7b')}`, {}]],
    ['a fragment', true, [`${searchOf({ query })}#part`, {}]],
    ['bytes that are no UTF-8', true, [`${searchOf({ query })}&variables=%7B%22a%22:%22%ff%22%7D`, {}]],
    ['a percent sign alone', false, [`${searchOf({ query })}%`, {}]],
    ['nothing', false, ['', {}]],
    ['an empty query', false, ['query=', {}]],
    ['its text and its hash', false, get({ query, extensions: persisted(query) })],
    ['its text and another hash', false, get({ query, extensions: persisted(sized) })],
    ['a hash that is unknown', false, get({ extensions: persisted('{ user }') })],
    ['a hash of another tenant', false, get({ extensions: persisted(query) }, { authorization: asEve })],
    ['variables that are no JSON', false, get({ query: sized, variables: '{' })],
    ['variables that are a list', false, get({ query: sized, variables: '[1]' })],
    ['variables too deep', false, get({ query: sized, variables: '['.repeat(100) })],
    ['a variable that does not fit', false, get({ query: sized, variables: '{"first":"many"}' })],
    ['a page out of bounds', false, get({ query: sized, variables: '{"first":1000}' })],
    ['an operation that is not there', false, get({ query, operationName: 'Other' })],
    ['a listed origin', false, get({ query }, { origin: 'https://app.example' })],
    ['another origin', false, get({ query }, { origin: 'https://elsewhere.example' })],
    ['GraphQL’s own type', false, get({ query }, { accept: 'application/graphql-response+json' })],
    ['a stream', false, get({ query }, { accept: 'text/event-stream' })],
    ['no token', false, get({ query }, { authorization: '' })],
    ['a bad token', false, get({ query }, { authorization: 'Bearer a.b.c', 'if-none-match': '*' })],
  ] as [string, boolean, readonly [string, Record<string, string | string[]>]][])(
    'with %s; by the fast path: %s',
    async ([, isFast, [search, headers]]) => {
      const { fresh, warm } = await both();
      const byYoga = withoutId(await sendGet(fresh.url, search, { ...headers, ...toYoga }));
      warm.gateway.contexts.length = 0;
      expect(withoutId(await sendGet(warm.url, search, headers))).toEqual(byYoga);
      expect(warm.gateway.contexts.some(({ by }) => by === 'fast path')).toBe(isFast);
    },
  );
});

test.for([
  ['a field that fails', '{ item { id } forbidden }', ['abandoned', 'failed']],
  ['a fault', '{ item { id } broken }', ['abandoned', 'failed']],
] as const)('%s is run again by Yoga, and has no tag', async ([, text, outcomes]) => {
  const { url, gateway } = await listening();
  const byYoga = await sendGet(url, searchOf({ query: text }), { 'if-none-match': '*' });
  gateway.contexts.length = 0;
  const again = await sendGet(url, searchOf({ query: text }), { 'if-none-match': '*' });
  expect(withoutId(again)).toEqual(withoutId(byYoga));
  expect(again.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(again.headers).not.toHaveProperty('etag');
  expect(gateway.contexts.map(({ outcome }) => outcome)).toEqual(outcomes);
});

test('a 304 of the fast path has neither body nor length', async () => {
  const { warm } = await both();
  const search = searchOf({ query: sized, variables: one });
  const { status, headers, body } = await sendGet(warm.url, search, { 'if-none-match': bobsTag });
  expect([status, body, headers.etag]).toEqual([304, '', bobsTag]);
  expect(headers).not.toHaveProperty('content-length');
  expect(headers).not.toHaveProperty('transfer-encoding');
  expect(warm.gateway.contexts.at(-1)?.by).toBe('fast path');
});

test('a mutation that is known is refused by GET, and not begun', async () => {
  const { url, gateway } = await listening();
  const mutation = 'mutation { paint(colour: CRIMSON) { id } }';
  for (let time = 0; time < 3; time += 1) await send(url, { query: mutation });
  const { status, headers } = await sendGet(url, searchOf({ query: mutation }));
  expect([status, headers.allow]).toEqual([405, 'POST']);
  expect(gateway.contexts).toHaveLength(3);
});

test('without a socket it is the same, and what is not known is answered by Yoga', async () => {
  const gateway = createToyGateway();
  const ask = (headers: Record<string, string> = {}) =>
    gateway.fetch(`http://localhost/graphql?${searchOf({ query })}`, {
      headers: { authorization: `Bearer ${bobsToken}`, 'x-request-id': 'asked', ...headers },
    });
  const [first, second] = [await ask(), await ask()];
  expect(gateway.contexts.map(({ by }) => by)).toEqual(['Yoga', 'fast path']);
  expect(await second.text()).toBe(await first.text());
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  const bare = await ask({ 'if-none-match': first.headers.get('etag') ?? '' });
  expect([bare.status, await bare.text()]).toEqual([304, '']);
});
