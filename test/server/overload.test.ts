import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { issueToken } from '#server/http/local-tokens.ts';
import { deadlineOf } from '#server/http/prefer-wait.ts';
import type { AdmissionLimits } from '#server/operations/admission.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
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
  slots: 1,
  spared: 0,
  lease: 60_000,
  deadline: 60_000,
  waitingOfUser: 256,
  waiting: 0,
};

/** A gateway whose only slot is taken, until the gate is opened. */
const busy = async (known: readonly string[] = []) => {
  const gate = new Gate();
  const { gateway, url } = await listening({ schema: createToySchema(gate), admission });
  for (const query of known) for (let time = 0; time < 2; time += 1) await gateway.ask({ query });
  const slow = gateway.ask({ query: '{ slow }' });
  await gate.reached.promise;
  return { gateway, url, slow, gate };
};

const refusal = {
  message:
    'The gateway has more requests now than it can answer in time; nothing of this one was begun. Try again after the seconds of `Retry-After`.',
  extensions: { code: 'SERVICE_UNAVAILABLE' },
};

test.each([
  ['a query that is known', '{ item { id } }', true],
  ['a query that is new', '{ item { text } }', false],
  ['a mutation that is known', 'mutation { paint(colour: CRIMSON) { id } }', true],
  ['a mutation that is new', 'mutation { paint(colour: TURQUOISE) { id } }', false],
])(
  '%s is refused behind its checks, once and typed, and is answered when there is a slot',
  async (_name, query, isKnown) => {
    const { gateway, slow, gate } = await busy(isKnown ? [query] : []);
    const begun = gateway.contexts.length;
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, headers, errors } = await readAnswer(await postAsBob(gateway, { query }, { accept }));
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[12]$/)]);
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
      expect.stringMatching(/^[12]$/),
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
      expect.objectContaining({ event: 'overload.refused', times: 1, running: 1 }),
    );
  },
);

test('a query by GET is refused as soon as one by POST; a page and a stream of events are not', async () => {
  const { gateway, url, slow, gate } = await busy();
  const search = `query=${encodeURIComponent('{ item { id } }')}`;
  const byPost = await send(url, { query: '{ item { id } }' });
  const scattered = { 'retry-after': expect.any(String) };
  expect(await sendGet(url, search)).toEqual({ ...byPost, headers: { ...byPost.headers, ...scattered } });
  expect(byPost.status).toBe(503);
  // Yoga says that there are no pages here, and what becomes of the query in the stream.
  for (const accept of ['text/html', 'text/event-stream'])
    expect((await sendGet(url, search, { accept })).body).not.toBe(byPost.body);
  expect(gateway.contexts).toHaveLength(1);
  gate.opened.resolve();
  await slow;
  expect((await sendGet(url, search)).status).toBe(200);
});

const waiting: AdmissionLimits = { ...admission, waiting: 4_096 };

test('128 clients of one user that each wait for their answer are all answered', async () => {
  const gate = new Gate();
  const { gateway, url } = await listening({ schema: createToySchema(gate), admission: waiting });
  const slow = gateway.ask({ query: '{ slow }' });
  await gate.reached.promise;
  const asked = Array.from({ length: 128 }, () => send(url, { query: '{ item { id } }' }));
  await expect
    .poll(async () => await gateway.metrics.registry.metrics())
    .toContain('vouch_operations_waiting 128');
  gate.opened.resolve();
  await slow;
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('an operation is refused when the client would not wait as long as `Prefer: wait` says', async () => {
  const gate = new Gate();
  const { gateway, url } = await listening({ schema: createToySchema(gate), admission: waiting });
  const slow = gateway.ask({ query: '{ slow }' });
  await gate.reached.promise;
  const { status, body } = await send(url, { query: '{ item { id } }' }, { prefer: 'wait=1' });
  expect([status, JSON.parse(body)]).toEqual([503, { errors: [refusal] }]);
  gate.opened.resolve();
  await slow;
});

test.each([
  ['wait=2', 2_000],
  ['return=minimal, wait="30"; strict', 30_000],
  ['WAIT = 5', 5_000],
  ['wait=0', 1_000],
  ['wait=999999', 60_000],
  ['await=2', undefined],
  ['wait=-1', undefined],
  ['wait=1.5', undefined],
  ['respond-async', undefined],
  [null, undefined],
])('the preference %s is a deadline of %s milliseconds', (prefer, milliseconds) => {
  expect(deadlineOf(prefer)).toBe(milliseconds);
});

test.each([
  ['a mutation that is known', true],
  ['a mutation that is new', false],
])('%s and still waits is not begun when its client is gone', async (_name, isKnown) => {
  const gate = new Gate();
  const written: string[] = [];
  const { gateway, url } = await listening({
    schema: createToySchema(gate, written),
    admission: waiting,
  });
  const query = 'mutation { write(input: { content: "late" }) }';
  if (isKnown) for (let time = 0; time < 2; time += 1) await gateway.ask({ query });
  const before = [...written];
  const slow = gateway.ask({ query: '{ slow }' });
  await gate.reached.promise;
  const client = new AbortController();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bobsToken}` };
  const asked = fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
    signal: client.signal,
  }).catch(() => 'gone');
  const waits = (count: number) =>
    expect
      .poll(async () => await gateway.metrics.registry.metrics())
      .toContain(`vouch_operations_waiting ${count}`);
  await waits(1);
  client.abort();
  expect(await asked).toBe('gone');
  await waits(0);
  gate.opened.resolve();
  await slow;
  expect(written).toEqual(before);
});

test('health, readiness and figures wait for no slot', async () => {
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
      admission: { ...admission, slots: 4, waiting: 4 },
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
