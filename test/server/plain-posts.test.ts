import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToyGateway, createToySchema, send, type Wire, withTicks } from './toy-gateway.ts';

const query = '{ item { id text parent { id } } }';

/** Status and headers that depend on the request; the others are the same for all. */
const headOf = ({ status, headers }: Wire) => {
  const { 'content-type': type, 'retry-after': retryAfter, 'www-authenticate': challenge, vary } = headers;
  return [status, type, retryAfter ?? challenge ?? null, vary];
};
const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-request-id': 'string',
};
const json = 'application/json; charset=utf-8';
const graphql = 'application/graphql-response+json; charset=utf-8';

const gateway = createToyGateway({
  schema: withTicks(createToySchema(), { subscribe: async function* () {} }),
});
let url = '';
beforeAll(async () => {
  ({ url } = await gateway.listen());
});
// Nobody waits for its idle connections.
afterAll(() => {
  gateway.close();
});

const handlerOf = async () => {
  const metrics = await gateway.metrics.registry.metrics();
  gateway.metrics.registry.resetMetrics();
  return /vouch_operations_total\{handler="(\w+)",plan="\w+"\} [1-9]/.exec(metrics)?.[1] ?? 'none';
};

test.for<[string, object, Record<string, string>, string, unknown[]]>([
  ['no Accept header', { query }, {}, 'plain', [200, json, null, 'Origin']],
  ['any Accept', { query }, { accept: '*/*' }, 'plain', [200, json, null, 'Origin']],
  ['plain JSON', { query }, { accept: 'application/json' }, 'plain', [200, json, null, 'Origin']],
  [
    'a charset',
    { query },
    { 'content-type': 'application/json; charset=utf-8' },
    'plain',
    [200, json, null, 'Origin'],
  ],
  [
    'a type of GraphQL',
    { query },
    { accept: 'application/graphql-response+json' },
    'yoga',
    [200, graphql, null, 'Origin'],
  ],
  [
    'an Accept of a browser',
    { query },
    { accept: 'text/html,application/json;q=0.9' },
    'yoga',
    [200, json, null, 'Origin'],
  ],
  ['another origin', { query }, { origin: 'https://elsewhere.example' }, 'yoga', [200, json, null, 'Origin']],
  ['no token', { query }, { authorization: '' }, 'none', [401, json, 'Bearer', 'Origin']],
  ['a bad token', { query }, { authorization: 'Bearer a.b.c' }, 'none', [401, json, 'Bearer', 'Origin']],
  ['a large body', { query: `${query} ${' '.repeat(70_000)}` }, {}, 'yoga', [200, json, null, 'Origin']],
  ['a field that fails', { query: '{ user broken }' }, {}, 'plain', [200, json, null, 'Origin']],
  ['a mutation without data', { query: 'mutation { ruins }' }, {}, 'plain', [200, json, null, 'Origin']],
  ['a statement that took too long', { query: 'mutation { late }' }, {}, 'plain', [503, json, '1', 'Origin']],
  ['a syntax error', { query: '{' }, {}, 'none', [200, json, null, 'Origin']],
  ['an unknown field', { query: '{ nobodyKnows }' }, {}, 'none', [200, json, null, 'Origin']],
  ['an unknown operation', { query, operationName: 'Other' }, {}, 'none', [400, json, null, 'Origin']],
  [
    'a variable that does not fit',
    { query: 'query ($n: Int!) { repeat(times: $n) }', variables: { n: 'many' } },
    {},
    'none',
    [200, json, null, 'Origin'],
  ],
  ['variables that are no map', { query, variables: [] }, {}, 'none', [400, json, null, 'Origin']],
  ['several operations', [{ query }], {}, 'none', [400, json, null, 'Origin']],
])('a POST with %s is answered with its head by either handler', async ([, body, headers, handler, head]) => {
  await handlerOf();
  const answer = await send(url, body, headers);
  expect(headOf(answer)).toEqual(head);
  expect(answer.headers).toMatchObject(common);
  expect(await handlerOf()).toBe(handler);
  // Yoga takes what accepts no plain JSON first.
  const byYoga = await send(url, body, { accept: 'text/html, application/json', ...headers });
  const withoutId = ({ body: text, ...rest }: Wire) => ({
    ...rest,
    headers: { ...rest.headers, connection: '', 'keep-alive': '', 'content-length': '' },
    body: text.replaceAll(/"requestId":"[^"]*"/g, ''),
  });
  expect(withoutId(answer)).toEqual(withoutId(byYoga));
});

test('a subscription that accepts JSON alone is answered 406', async () => {
  for (const headers of [{ accept: 'application/json' }, { accept: 'text/html, application/json' }])
    expect((await send(url, { query: 'subscription { ticks }' }, headers)).status).toBe(406);
});
