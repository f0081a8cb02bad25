import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createAuthenticator } from '#server/http/authentication.ts';
import { createPreparedOperations } from '#server/operations/prepared-operations.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  bobsToken,
  createToyGateway,
  createToySchema,
  Gate,
  listening,
  now,
  postAsBob,
  send,
  type ToyGateway,
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

const executions = ({ contexts }: ToyGateway) => contexts.map(({ by, outcome }) => `${by} ${outcome}`);

/** Log lines of each operation, without its duration and the place of a fault. */
const linesOf = ({ logLines }: ToyGateway) =>
  logLines.map(({ time: _time, durationMs: _duration, err, ...line }) => [line, err === undefined]);

describe('a mutation that is known is run once, and answered as Yoga answers it', () => {
  test.for([
    ['it is done', writing('x'), ['x']],
    [
      'several are done in turn',
      { query: 'mutation { paint(colour: CRIMSON) { id } breaks }' },
      ['CRIMSON', 'breaks'],
    ],
    ['a fault', { query: 'mutation { breaks }' }, ['breaks']],
    ['a fault that leaves no data', { query: 'mutation { ruins breaks }' }, ['ruins']],
    ['a refusal', { query: 'mutation { forbidden }' }, ['forbidden']],
    ['a statement that took too long', { query: 'mutation { late }' }, ['late']],
    [
      'what is done before a fault stays done',
      { query: 'mutation { a: breaks b: write(input: { content: "y" }) }' },
      ['breaks', 'y'],
    ],
  ] as [string, { query: string }, string[]][])('%s', async ([, body, once]) => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const written: string[] = [];
      const { gateway, url } = await listening({ schema: createToySchema(undefined, written) });
      const ask = () => send(url, body, { ...headers, 'x-request-id': 'asked' });
      const byYoga = await ask();
      expect([await ask(), await ask()]).toEqual([byYoga, byYoga]);
      expect(written).toEqual([...once, ...once, ...once]);
      expect(gateway.contexts.map(({ by }) => by)).toEqual(['Yoga', 'fast path', 'fast path']);
      const outcomes = new Set(gateway.contexts.map(({ outcome }) => outcome));
      expect(outcomes.size).toBe(1);
      await eventually(() => expect(gateway.logLines.length % 3).toBe(0));
      const lines = linesOf(gateway);
      const perAnswer = lines.length / 3;
      expect(lines.slice(perAnswer)).toEqual([...lines, ...lines].slice(0, 2 * perAnswer));
      expect(await gateway.metrics.registry.metrics()).toMatch(
        /vouch_operation_duration_seconds_count\{type="mutation",outcome="\w+"\} 3/,
      );
    }
  });

  test('that it could not begin is reported as it is', async () => {
    let opened = 0;
    const { gateway, written } = createNotingGateway(undefined, {
      operations: {
        open: ({ viewer, requestId, signal }) => {
          opened += 1;
          if (opened > 1) throw new Error('no connection to db.internal');
          return { viewer, requestId, signal, by: 'fast path', outcome: 'open' };
        },
        close: () => undefined,
      },
    });
    await gateway.ask(writing('x'));
    const answer = await gateway.ask(writing('y'));
    expect(answer).toMatchObject({ status: 500, data: undefined, codes: ['INTERNAL_SERVER_ERROR'] });
    expect([opened, written]).toEqual([2, ['x']]);
  });

  test('where it was done and could not be ended, it is not done again', async () => {
    let closed = 0;
    const { gateway, written } = createNotingGateway(undefined, {
      operations: {
        open: ({ viewer, requestId, signal }) => ({
          viewer,
          requestId,
          signal,
          by: 'fast path',
          outcome: 'open',
        }),
        close: () => {
          closed += 1;
          if (closed > 1) throw new Error('the connection is gone');
        },
      },
    });
    await gateway.ask(writing('x'));
    const answer = await gateway.ask(writing('y'));
    expect(answer).toMatchObject({ status: 500, data: undefined, codes: ['INTERNAL_SERVER_ERROR'] });
    expect([closed, written]).toEqual([2, ['x', 'y']]);
  });

  test('what came of it is answered though its token has ended meanwhile, and its document is forgotten', async () => {
    const gate = new Gate();
    gate.opened.resolve();
    let past = 0;
    const authenticator = createAuthenticator(tokens, { now: () => new Date(now.getTime() + past) });
    const { gateway, written } = createNotingGateway(gate, { authenticator });
    const query = 'mutation { write(input: { content: "wait" }) breaks }';
    const byYoga = await gateway.ask({ query });
    gate.opened = Promise.withResolvers<void>();
    gate.reached = Promise.withResolvers<void>();
    const answer = gateway.ask({ query });
    await gate.reached.promise;
    for (let other = 0; other < 300; other += 1) await gateway.ask({ query: `{ a${other}: user }` });
    past = 3_600_000;
    expect((await gateway.ask({ query: '{ user }' })).status).toBe(401);
    gate.opened.resolve();
    expect(await answer).toMatchObject({ status: byYoga.status, data: byYoga.data, codes: byYoga.codes });
    expect(written).toEqual(['wait', 'breaks', 'wait', 'breaks']);
  });

  const refused = [
    { query: write },
    { query: write, variables: null },
    { query: write, variables: [] },
    { query: write, variables: { input: null } },
    { query: write, variables: { input: {} } },
    { query: write, variables: { input: { content: 5 } } },
    { query: write, variables: { input: { content: 'x', other: 1 } } },
    { query: write, variables: { input: { content: 'x\0' } } },
    { query: write, variables: { input: { content: '\ud800' } } },
    { query: write, variables: { input: { content: 'x' } }, operationName: 'Other' },
    { query: write, variables: { input: { content: 'x' } }, extensions: [] },
    [writing('x')],
    [writing('x'), writing('y')],
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
  ] as object[];

  test.for(refused)('or refused before any of it is done: %j', async (body) => {
    const { gateway, written } = createNotingGateway();
    const post = async (sent: unknown, headers: Record<string, string> = {}) => {
      const response = await postAsBob(gateway, sent, headers);
      return `${response.status} ${await response.text()}`;
    };
    const { query } = { query: write, ...body };
    const wellMeant = [
      writing('x'),
      { query, variables: { input: { content: 'x' } } },
      { query, variables: { c: 'x' } },
      { query, variables: { colour: 'CRIMSON' } },
      { query, variables: { first: 1 } },
    ];
    for (const known of [...wellMeant, ...wellMeant]) await post(known);
    expect(gateway.contexts.at(-1)?.by ?? 'fast path').toBe('fast path');
    written.length = 0;
    // The fast path leaves this type to Yoga.
    const byYoga = await post(body, { accept: 'text/html, application/json' });
    for (let time = 0; time < 2; time += 1) expect(await post(body)).toBe(byYoga);
    expect(written).toEqual([]);
    expect(byYoga).toContain('"errors"');
  });

  test.for([
    ['GET', { method: 'GET' }],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['plain text', { headers: { 'content-type': 'text/plain' } }],
    ['a compressed body', { headers: { 'content-encoding': 'gzip' } }],
    ['no token', { headers: { authorization: '' } }],
    ['a bad token', { headers: { authorization: 'Bearer a.b.c' } }],
  ] as [string, { method?: string; headers?: Record<string, string> }][])(
    'nor by %s',
    async ([, { method = 'POST', headers }]) => {
      const { gateway, written } = createNotingGateway();
      for (let time = 0; time < 2; time += 1) await gateway.ask(writing('x'));
      const address =
        method === 'GET'
          ? `?query=${encodeURIComponent(write)}&variables=${encodeURIComponent(JSON.stringify({ input: { content: 'y' } }))}`
          : '';
      const response = await gateway.fetch(`http://localhost/graphql${address}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bobsToken}`, ...headers },
        ...(method === 'GET' ? {} : { body: JSON.stringify(writing('y')) }),
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(written).toEqual(['x', 'x']);
    },
  );

  test.for([100_000, 1_024])(
    'a larger body than the gateway takes is not taken either: %i bytes',
    async (most) => {
      const { gateway, written } = createNotingGateway(undefined, { maxBodyBytes: most });
      for (let time = 0; time < 2; time += 1) await gateway.ask(writing('x'));
      expect((await gateway.ask(writing('y'.repeat(most)))).status).toBe(413);
      expect(written).toEqual(['x', 'x']);
    },
  );
});

describe('a client that is gone', () => {
  const begin = async () => {
    const gate = new Gate();
    gate.opened.resolve();
    const written: string[] = [];
    const toy = await listening({ schema: createToySchema(gate, written) });
    const ask = (body: object, signal: AbortSignal) =>
      fetch(`${toy.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bobsToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }).catch(() => 'gone');
    const waitsAndBreaks = { query: 'mutation { write(input: { content: "wait" }) breaks }' };
    for (const body of [writing('wait'), waitsAndBreaks]) await ask(body, new AbortController().signal);
    await eventually(() => expect(toy.gateway.logLines).toHaveLength(3));
    gate.opened = Promise.withResolvers<void>();
    gate.reached = Promise.withResolvers<void>();
    toy.gateway.contexts.length = 0;
    toy.gateway.logLines.length = 0;
    written.length = 0;
    return { ...toy, gate, written, ask, waitsAndBreaks };
  };

  test.for([
    ['it is finished, once', false, ['wait'], 'fast path succeeded'],
    ['and what fails of it is nobody’s to hear', true, ['wait', 'breaks'], 'fast path failed'],
  ] as const)('%s', async ([, breaks, done, execution]) => {
    const { gateway, gate, written, ask, waitsAndBreaks } = await begin();
    const client = new AbortController();
    const answer = ask(breaks ? waitsAndBreaks : writing('wait'), client.signal);
    await gate.reached.promise;
    client.abort();
    expect(await answer).toBe('gone');
    // Until the gateway has heard of it.
    await new Promise((go) => setTimeout(go, 50));
    expect(executions(gateway)).toEqual(['fast path open']);
    gate.opened.resolve();
    await eventually(() =>
      expect(gateway.logLines).toMatchObject([{ type: 'mutation', outcome: 'aborted', codes: [] }]),
    );
    expect([written, executions(gateway)]).toEqual([done, [execution]]);
    expect(gateway.contexts[0]?.signal.aborted).toBe(false);
  });

  test('it is waited for when the gateway closes', async () => {
    const { gateway, gate, ask } = await begin();
    const client = new AbortController();
    const answer = ask(writing('wait'), client.signal);
    await gate.reached.promise;
    client.abort();
    await answer;
    const closed = gateway.close().then(() => 'closed');
    const waiting = new Promise((go) => setTimeout(() => go('waiting'), 200));
    expect(await Promise.race([closed, waiting])).toBe('waiting');
    gate.opened.resolve();
    expect(await closed).toBe('closed');
    expect(executions(gateway)).toEqual(['fast path succeeded']);
  });
});

test('a subscription is never known', () => {
  const schema = createToySchema();
  const known = createPreparedOperations();
  const document = parse('subscription Watched { user } query Asked { user } mutation Done { forbidden }');
  for (const name of ['Watched', 'Asked', 'Done']) known.record(schema, document, name);
  const found = ['Watched', 'Asked', 'Done'].map((name) => known.find(document, name)?.operation.operation);
  expect(found).toEqual([undefined, 'query', 'mutation']);
});
