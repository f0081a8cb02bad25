import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createAuthenticator } from '#server/http/authentication.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  bobsToken,
  createToyGateway,
  createToySchema,
  Gate,
  listening,
  now,
  postAsBob,
  tokens,
} from './toy-gateway.ts';

const write = 'mutation ($input: WriteInput!) { write(input: $input) }';
const writing = (content: string) => ({ query: write, variables: { input: { content } } });

/** A gateway that notes what is written. */
const createNotingGateway = (gate?: Gate, options: Parameters<typeof createToyGateway>[0] = {}) => {
  const written: string[] = [];
  const gateway = createToyGateway({ schema: createToySchema(gate, written), ...options });
  return { gateway, written };
};

describe('a mutation is run once, and answered alike the first time and later', () => {
  test.for([
    ['it is done', writing('x'), ['x']],
    [
      'several are done in turn',
      { query: 'mutation { paint(colour: CRIMSON) { id } breaks }' },
      ['CRIMSON', 'breaks'],
    ],
    ['a fault is masked', { query: 'mutation { breaks }' }, ['breaks']],
    ['nothing follows a fault that leaves no data', { query: 'mutation { ruins breaks }' }, ['ruins']],
    ['a refusal is answered', { query: 'mutation { forbidden }' }, ['forbidden']],
    ['a statement took too long', { query: 'mutation { late }' }, ['late']],
    [
      'a change before a fault stays done',
      { query: 'mutation { a: breaks b: write(input: { content: "y" }) }' },
      ['breaks', 'y'],
    ],
  ] as [string, { query: string }, string[]][])('%s', async ([, body, once]) => {
    const { gateway, written } = createNotingGateway();
    const ask = async () => (await postAsBob(gateway, body)).text();
    const first = await ask();
    expect([await ask(), await ask()]).toEqual([first, first]);
    expect(written).toEqual([...once, ...once, ...once]);
    expect(new Set(gateway.contexts.map(({ outcome }) => outcome)).size).toBe(1);
    const metrics = await gateway.metrics.registry.metrics();
    expect(metrics).toMatch(/vouch_operation_duration_seconds_count\{type="mutation",outcome="\w+"\} 3/);
    expect(metrics).toContain('vouch_operations_total{handler="yoga",plan="new"} 1');
    expect(metrics).toContain('vouch_operations_total{handler="yoga",plan="known"} 2');
  });

  test('a mutation that was done and could not be ended is a fault, and is not done again', async () => {
    const { gateway, written } = createNotingGateway(undefined, {
      operations: {
        open: ({ viewer, requestId, signal }) => ({ viewer, requestId, signal, outcome: 'open' }),
        close: () => {
          throw new Error('the connection is gone');
        },
      },
    });
    const answer = await gateway.ask(writing('x'));
    expect(answer).toMatchObject({ status: 500, data: undefined, codes: ['INTERNAL_SERVER_ERROR'] });
    expect(written).toEqual(['x']);
  });

  test('a mutation is answered though its token has ended meanwhile, and its document is forgotten', async () => {
    const gate = new Gate();
    let past = 0;
    const authenticator = createAuthenticator(tokens, { now: () => new Date(now.getTime() + past) });
    const { gateway, written } = createNotingGateway(gate, { authenticator });
    const answer = gateway.ask({ query: 'mutation { write(input: { content: "wait" }) breaks }' });
    await gate.reached.promise;
    for (let other = 0; other < 300; other += 1) await gateway.ask({ query: `{ a${other}: user }` });
    past = 3_600_000;
    expect((await gateway.ask({ query: '{ user }' })).status).toBe(401);
    gate.opened.resolve();
    expect(await answer).toMatchObject({ status: 200, codes: ['INTERNAL_SERVER_ERROR'] });
    expect(written).toEqual(['wait', 'breaks']);
  });
});

describe('an operation is refused before any of it is done, also when its plan is known', () => {
  const several = 'query One { user } mutation Two($input: WriteInput!) { write(input: $input) }';
  test.for([
    { query: write },
    { query: write, variables: null },
    { query: write, variables: [] },
    { query: write, variables: { input: null } },
    { query: write, variables: { input: {} } },
    { query: write, variables: { input: { content: 5 } } },
    { query: write, variables: { input: { content: 'x', other: 1 } } },
    { query: write, variables: { input: { content: 'x\0' } } },
    { query: write, variables: { input: { content: '\ud800' } } },
    { ...writing('x'), operationName: 'Other' },
    { ...writing('x'), operationName: 1 },
    { ...writing('x'), extensions: [] },
    [writing('x')],
    [writing('x'), writing('y')],
    { query: several, variables: { input: { content: 'x' } } },
    { query: several, operationName: '__proto__', variables: { input: { content: 'x' } } },
    {
      query: 'mutation ($input: WriteInput! = { content: "x" }) { write(input: $input) }',
      variables: { input: null },
    },
    {
      query: 'mutation ($c: String = "x") { paint(colour: CRIMSON) { id } write(input: { content: $c }) }',
      variables: { c: null },
    },
    {
      query:
        'mutation ($colour: Colour = CRIMSON) { write(input: { content: "x" }) paint(colour: $colour) { id } }',
      variables: { colour: null },
    },
    {
      query:
        'mutation ($first: Int) { write(input: { content: "x" }) paint(colour: CRIMSON, first: $first) { id } }',
      variables: { first: 1_000 },
    },
    {
      query:
        'mutation ($first: Int) { paint(colour: CRIMSON) { children(first: $first) { nodes { children(first: $first) { nodes { children(first: $first) { nodes { id } } } } } } } }',
      variables: { first: 100 },
    },
  ] as object[])('%j', async (body) => {
    const { gateway, written } = createNotingGateway();
    const post = async (sent: unknown) => {
      const response = await postAsBob(gateway, sent);
      return `${response.status} ${await response.text()}`;
    };
    const first = await post(body);
    const { query } = { query: write, ...body };
    for (const variables of [{ input: { content: 'x' } }, { c: 'x' }, { colour: 'CRIMSON' }, { first: 1 }])
      await post({ query, variables });
    written.length = 0;
    expect(await post(body)).toBe(first);
    expect(written).toEqual([]);
    expect(first).toContain('"errors"');
  });

  test.for([
    ['by GET', 405, { method: 'GET' }],
    ['as a form', 415, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['as plain text', 415, { headers: { 'content-type': 'text/plain' } }],
    ['compressed', 415, { headers: { 'content-encoding': 'gzip' } }],
    ['without a token', 401, { headers: { authorization: '' } }],
    ['with a bad token', 401, { headers: { authorization: 'Bearer a.b.c' } }],
  ] as [string, number, { method?: string; headers?: Record<string, string> }][])(
    'a mutation %s is answered %i',
    async ([, status, { method = 'POST', headers }]) => {
      const { gateway, written } = createNotingGateway();
      const variables = encodeURIComponent(JSON.stringify({ input: { content: 'y' } }));
      const address = method === 'GET' ? `?query=${encodeURIComponent(write)}&variables=${variables}` : '';
      const response = await gateway.fetch(`http://localhost/graphql${address}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bobsToken}`, ...headers },
        ...(method === 'GET' ? {} : { body: JSON.stringify(writing('y')) }),
      });
      expect([response.status, written]).toEqual([status, []]);
    },
  );
});

describe('a client that is gone', () => {
  const begin = async (query: string) => {
    const gate = new Gate();
    const written: string[] = [];
    const toy = await listening({ schema: createToySchema(gate, written) });
    const client = new AbortController();
    const sockets: Socket[] = [];
    const take = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
    subscribe('net.server.socket', take);
    const answer = fetch(`${toy.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bobsToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: client.signal,
    }).catch(() => 'gone');
    await gate.reached.promise;
    unsubscribe('net.server.socket', take);
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
    client.abort();
    expect([await answer, sockets.length]).toEqual(['gone', 1]);
    await closed;
    // The gateway hears of it by listeners of the same event.
    await setImmediate();
    return { ...toy, gate, written };
  };
  const outcomes = ({ contexts }: { contexts: readonly { outcome: string }[] }) =>
    contexts.map(({ outcome }) => outcome);

  test.for([
    ['a mutation is finished', 'mutation { write(input: { content: "wait" }) }', ['wait'], 'succeeded'],
    [
      'a mutation with a fault is finished',
      'mutation { write(input: { content: "wait" }) breaks }',
      ['wait', 'breaks'],
      'failed',
    ],
  ] as const)('%s once, and nobody hears of it', async ([, query, done, outcome]) => {
    const { gateway, gate, written } = await begin(query);
    expect(outcomes(gateway)).toEqual(['open']);
    gate.opened.resolve();
    await eventually(() =>
      expect(gateway.logLines).toMatchObject([{ type: 'mutation', outcome: 'aborted', codes: [] }]),
    );
    expect([written, outcomes(gateway)]).toEqual([done, [outcome]]);
    expect(gateway.contexts[0]?.signal.aborted).toBe(false);
  });

  test('a query ends with its client, and its later failures are no faults', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', hear);
    const { gateway, gate } = await begin('{ slow user }');
    await eventually(() => expect(outcomes(gateway)).toEqual(['failed']));
    gate.opened.reject(new Error('The operation is over.'));
    for (let turn = 0; turn < 4; turn += 1) await setImmediate();
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
    expect(gateway.logLines).toMatchObject([{ type: 'query', outcome: 'aborted', codes: [] }]);
  });
});
