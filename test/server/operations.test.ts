import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { bob, bobsToken, createToyGateway, createToySchema, Gate, listening } from './toy-gateway.ts';

const post = (url: string, query: string, init: RequestInit = {}) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bobsToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    ...init,
  });

describe('each operation runs between open and close', () => {
  test.for([
    ['{ user }', ['succeeded']],
    ['mutation { write(input: { content: "x" }) }', ['succeeded']],
    ['{ user broken }', ['failed']],
    ['{ forbidden }', ['failed']],
    ['{', []],
    ['{ nobodyKnows }', []],
    ['query($x: Int!) { repeat(times: $x) }', []],
  ] as const)('%s: %j', async ([query, outcomes]) => {
    const gateway = createToyGateway();
    await gateway.ask({ query });
    expect(gateway.contexts.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test('its context is what open returned, for this viewer and this request', async () => {
    const gateway = createToyGateway();
    const { data, headers } = await gateway.ask({ query: '{ user }' });
    expect(data).toEqual({ user: 'bob' });
    expect(gateway.contexts).toMatchObject([{ viewer: bob, requestId: headers.get('x-request-id') }]);
  });

  test('what cannot be opened is not closed, and is our fault', async () => {
    const close = vi.fn();
    const gateway = createToyGateway({
      operations: { open: () => Promise.reject(new Error('no connection to db.internal')), close },
    });
    const answer = await gateway.ask({ query: '{ user }' });
    expect(answer).toMatchObject({ status: 500, codes: ['INTERNAL_SERVER_ERROR'] });
    expect(close).not.toHaveBeenCalled();
  });

  test('a query dies with its client', async () => {
    const gate = new Gate();
    const { gateway, url } = await listening({ schema: createToySchema(gate) });
    const client = new AbortController();
    const answer = post(url, '{ slow }', { signal: client.signal }).catch(() => 'gone');
    await gate.reached.promise;
    client.abort();
    expect(await answer).toBe('gone');
    await eventually(() => expect(gateway.contexts).toMatchObject([{ outcome: 'failed' }]));
    expect(gateway.contexts[0]?.signal.aborted).toBe(true);
    await eventually(() => expect(gateway.logLines).toMatchObject([{ outcome: 'aborted', codes: [] }]));
  });

  test('a mutation that has begun is finished, though its client is gone', async () => {
    const gate = new Gate();
    const { gateway, url } = await listening({ schema: createToySchema(gate) });
    const client = new AbortController();
    const answer = post(url, 'mutation { write(input: { content: "wait" }) }', {
      signal: client.signal,
    }).catch(() => 'gone');
    await gate.reached.promise;
    client.abort();
    expect(await answer).toBe('gone');
    gate.opened.resolve();
    await eventually(() => expect(gateway.contexts).toMatchObject([{ outcome: 'succeeded' }]));
  });
});

describe('close finishes what was accepted', () => {
  test('an answer on its way arrives, and nothing new is accepted', async () => {
    const gate = new Gate();
    const gateway = createToyGateway({ schema: createToySchema(gate) });
    const { url } = await gateway.listen();
    const answer = post(url, '{ slow }');
    await gate.reached.promise;
    const closed = gateway.close();
    expect((await gateway.fetch('http://localhost/ready')).status).toBe(503);
    await expect(post(url, '{ user }', { headers: { connection: 'close' } })).rejects.toThrow();
    gate.opened.resolve();
    expect(await (await answer).json()).toEqual({ data: { slow: 'done' } });
    await closed;
    expect(gateway.contexts).toMatchObject([{ outcome: 'succeeded' }]);
  });

  test('a connection that never said anything is dropped meanwhile', async () => {
    const gate = new Gate();
    const gateway = createToyGateway({ schema: createToySchema(gate) });
    const { url } = await gateway.listen();
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    await once(silent, 'connect');
    const answer = post(url, '{ slow }');
    await gate.reached.promise;
    const closed = gateway.close();
    await once(silent, 'close');
    gate.opened.resolve();
    expect(await (await answer).json()).toEqual({ data: { slow: 'done' } });
    await closed;
  });

  test('a mutation without a client is waited for', async () => {
    const gate = new Gate();
    const gateway = createToyGateway({ schema: createToySchema(gate) });
    const { url } = await gateway.listen();
    const client = new AbortController();
    const query = 'mutation { write(input: { content: "wait" }) }';
    const answer = post(url, query, { signal: client.signal }).catch(() => 'gone');
    await gate.reached.promise;
    client.abort();
    await answer;
    const closed = gateway.close().then(() => 'closed');
    expect(await Promise.race([closed, sleep(200, 'waiting')])).toBe('waiting');
    gate.opened.resolve();
    expect(await closed).toBe('closed');
    expect(gateway.contexts).toMatchObject([{ outcome: 'succeeded' }]);
  });
});

describe.for(['development', 'production', 'test'])('under NODE_ENV=%s', (environment) => {
  afterEach(() => vi.unstubAllEnvs());

  test('a fault is masked, and found again by its request id', async () => {
    vi.stubEnv('NODE_ENV', environment);
    const gateway = createToyGateway();
    const { status, errors, headers, data } = await gateway.ask({ query: '{ user broken }' });
    const requestId = headers.get('x-request-id');
    expect({ status, data }).toEqual({ status: 200, data: { user: 'bob', broken: null } });
    expect(errors).toEqual([
      {
        message: 'Unexpected error.',
        locations: expect.anything(),
        path: ['broken'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
      },
    ]);
    expect(gateway.logLines).toMatchObject([
      {
        ...{ msg: 'fault', requestId },
        err: {
          ...{ kind: 'Error', code: '23505', table: 'memories', constraint: 'memories_pkey' },
          at: expect.arrayContaining([expect.stringContaining('toy-gateway.ts')]),
        },
      },
      { msg: 'operation', requestId, type: 'query', outcome: 'failed', codes: ['INTERNAL_SERVER_ERROR'] },
    ]);
    expect(JSON.stringify(gateway.logLines)).not.toContain('secret_row');
  });

  test('an error of graphql that quotes a value is a fault', async () => {
    vi.stubEnv('NODE_ENV', environment);
    const gateway = createToyGateway();
    const { errors } = await gateway.ask({ query: '{ unreadable }' });
    expect(errors).toMatchObject([{ message: 'Unexpected error.', path: ['unreadable'] }]);
    expect(JSON.stringify([errors, gateway.logLines])).not.toContain('private');
  });

  test('a refusal made on purpose speaks for itself', async () => {
    vi.stubEnv('NODE_ENV', environment);
    const { errors } = await createToyGateway().ask({ query: '{ forbidden }' });
    expect(errors).toMatchObject([{ message: 'Auditors only.', extensions: { code: 'FORBIDDEN' } }]);
  });
});

test('log and metrics hold no texts; a line names the operation, its path, and its caller by digests', async () => {
  const gateway = createToyGateway();
  const canary = 'canary-alice-example';
  await gateway.ask({
    query: `query Readings($w: String) { canary: repeat(times: 1, word: $w) a: repeat(times: 1, word: "${canary}") }`,
    variables: { w: canary },
  });
  await gateway.ask({ query: `{ ${canary} }` });
  await gateway.ask({ query: `query($n: Int!) { repeat(times: $n) }`, variables: { n: canary } });
  await gateway.ask({ query: '{ user }' }, { authorization: `Bearer ${canary}` });
  const written = JSON.stringify(gateway.logLines) + (await gateway.metrics.registry.metrics());
  expect(written).toMatch(/vouch_operation_duration_seconds_count\{type="query",outcome="succeeded"\} 1/);
  expect(written).toContain('vouch_refusals_total{code="UNAUTHENTICATED"} 1');
  expect(written).not.toMatch(/canary|acme|bob/i);
  expect(gateway.logLines).toHaveLength(4);
  const digest = expect.stringMatching(/^[0-9a-f]{16}$/);
  const call = { operation: 'Readings', tenant: digest, user: digest, path: '/graphql' };
  expect(gateway.logLines[0]).toMatchObject(call);
  expect(gateway.logLines[1]).toMatchObject({
    tenant: gateway.logLines[0]?.tenant,
    user: gateway.logLines[0]?.user,
  });
  expect(await gateway.metrics.registry.metrics()).not.toContain('Readings');
});
