import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { issueToken } from '#server/http/local-tokens.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { AdmissionLimits } from '#server/operations/admission.ts';
import {
  bob,
  bobsToken,
  createToySchema,
  Gate,
  listening,
  now,
  postAsBob,
  readAnswer,
  send,
  sendGet,
  tokens,
} from './toy-gateway.ts';

/** One operation at a time, and none that waits. */
const admission: AdmissionLimits = {
  seats: 1,
  spared: 0,
  patience: 60_000,
  target: 20,
  memory: 0,
  longest: 60_000,
  always: 0,
  lease: 60_000,
  waiting: 0,
};

/** A gateway whose only seat is taken, until the gate is opened. */
const busy = async (known: readonly string[] = []) => {
  const gate = new Gate();
  const { gateway, url } = await listening({ schema: createToySchema(gate), admission });
  for (const query of known) for (let time = 0; time < 2; time += 1) await gateway.ask({ query });
  const slow = gateway.ask({ query: '{ slow }' });
  await gate.reached.promise;
  return { gateway, url, slow, gate };
};

const refusal = {
  message: 'More is asked of the gateway now than it can answer; nothing of this was begun. Try again later.',
  extensions: { code: 'SERVICE_UNAVAILABLE' },
};

test.each([
  ['a query that is known', '{ item { id } }', true],
  ['a query that is new', '{ item { text } }', false],
  ['a mutation that is known', 'mutation { paint(colour: CRIMSON) { id } }', true],
  ['a mutation that is new', 'mutation { paint(colour: TURQUOISE) { id } }', false],
])(
  '%s is refused behind its checks, once and typed, and is answered when there is a seat',
  async (_name, query, isKnown) => {
    const { gateway, slow, gate } = await busy(isKnown ? [query] : []);
    const begun = gateway.contexts.length;
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, headers, errors } = await readAnswer(await postAsBob(gateway, { query }, { accept }));
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(errors).toEqual([expect.objectContaining(refusal)]);
    }
    expect(gateway.contexts).toHaveLength(begun);
    gate.opened.resolve();
    expect((await slow).data).toEqual({ slow: 'done' });
    expect((await gateway.ask({ query })).errors).toEqual([]);
  },
);

test.each(['application/json', 'application/graphql-response+json'])(
  'at a socket it is refused before its body is read, for %s',
  async (accept) => {
    const { gateway, url, slow, gate } = await busy();
    const { status, headers, body } = await send(url, { query: '{ item { id } }' }, { accept });
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([
      503,
      '1',
      `${accept}; charset=utf-8`,
    ]);
    expect(JSON.parse(body)).toEqual({ errors: [refusal] });
    // A body that is no GraphQL at all is not looked at.
    expect((await send(url, [])).status).toBe(503);
    gate.opened.resolve();
    await slow;
    expect((await send(url, [])).status).toBe(400);
    expect(await gateway.metrics.registry.metrics()).toContain(
      'vouch_refusals_total{code="SERVICE_UNAVAILABLE"} 2',
    );
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({ event: 'overload.refused', times: 1, underWay: 1 }),
    );
  },
);

test('a query by GET is refused as soon as one by POST; a page and a stream of events are not', async () => {
  const { gateway, url, slow, gate } = await busy();
  const search = `query=${encodeURIComponent('{ item { id } }')}`;
  const byPost = await send(url, { query: '{ item { id } }' });
  expect(await sendGet(url, search)).toEqual(byPost);
  expect(byPost.status).toBe(503);
  // Yoga says that there are no pages here, and what becomes of the query in the stream.
  for (const accept of ['text/html', 'text/event-stream'])
    expect((await sendGet(url, search, { accept })).body).not.toBe(byPost.body);
  expect(gateway.contexts).toHaveLength(1);
  gate.opened.resolve();
  await slow;
  expect((await sendGet(url, search)).status).toBe(200);
});

test('health, readiness and figures wait for no seat', async () => {
  const { url, slow, gate } = await busy();
  for (const path of ['/health', '/ready', '/metrics'])
    expect((await fetch(`${url}${path}`)).status).toBe(200);
  gate.opened.resolve();
  await slow;
});

test('who is not known yet is checked first', async () => {
  const { url, slow, gate } = await busy();
  expect((await send(url, { query: '{ item { id } }' }, { authorization: 'Bearer a.b.c' })).status).toBe(401);
  gate.opened.resolve();
  await slow;
});

const evesToken = await issueToken(tokens, { ...bob, tenant: 'other', user: 'eve' }, { now, seconds: 3600 });

describe('bodies that take too much memory together are refused before they are read', () => {
  /** Sends the first byte of a body, and no more; gives what ends it. */
  const hold = (url: string, given: Readonly<Record<string, string>>): (() => void) => {
    const headers = { 'content-type': 'application/json', 'content-length': '60000000', ...given };
    const sent = request(`${url}/graphql`, { method: 'POST', headers }).on('error', () => undefined);
    sent.write('{');
    return () => void sent.destroy();
  };
  const refusals = async (gateway: { readonly metrics: Metrics }): Promise<number> =>
    Number(/SERVICE_UNAVAILABLE"} (\d+)/.exec(await gateway.metrics.registry.metrics())?.[1] ?? 0);

  test.each([
    ['one tenant', 2, { authorization: `Bearer ${bobsToken}` }, bobsToken, evesToken],
    ['callers without a token', 1, {}, 'none', bobsToken],
  ])('of %s: others are answered', async (_name, most, given, theirs, others) => {
    const { url, gateway } = await listening({
      schema: createToySchema(),
      admission: { ...admission, seats: 4, waiting: 4 },
      maxBodyBytes: 60_000_000,
    });
    const status = async (token: string) =>
      (await send(url, { query: '{ __typename }' }, { authorization: `Bearer ${token}` })).status;
    const holding = Array.from({ length: most + 1 }, () => hold(url, given));
    await expect.poll(() => refusals(gateway)).toBe(1);
    expect(await status(theirs)).toBe(503);
    expect(await status(others)).toBe(200);
    for (const end of holding) end();
    await expect.poll(() => status(theirs)).not.toBe(503);
  });
});
