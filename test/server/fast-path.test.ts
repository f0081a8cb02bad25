import { describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import {
  bobsToken,
  createToyGateway,
  createToySchema,
  Gate,
  listening,
  postAsBob,
  send,
  type Wire,
} from './toy-gateway.ts';

const answered = '{ item { id text parent { id } } }';

describe('a query that is known is answered as Yoga answers it', () => {
  test.for([
    ['no Accept header', {}],
    ['any Accept', { accept: '*/*' }],
    ['plain JSON', { accept: 'application/json' }],
    ['GraphQL’s own type', { accept: 'application/graphql-response+json' }],
    ['a browser’s Accept', { accept: 'text/html,application/json;q=0.9' }],
    ['a request id of its own', { 'x-request-id': 'mine' }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['no token', { authorization: '' }],
    ['a bad token', { authorization: 'Bearer a.b.c' }],
  ] as [string, Record<string, string>][])('character for character, with %s', async ([, headers]) => {
    const { url } = await listening();
    const byYoga = await send(url, { query: answered }, headers);
    await send(url, { query: answered });
    await send(url, { query: answered });
    expect(await send(url, { query: answered }, headers)).toEqual(byYoga);
  });

  test.for([
    ['a field that fails', { query: '{ item { id } broken }' }],
    [
      'a variable that does not fit',
      { query: 'query ($first: Int) { items(first: $first) { totalCount } }', variables: { first: 'many' } },
    ],
    [
      'a page out of bounds',
      { query: 'query ($first: Int) { items(first: $first) { totalCount } }', variables: { first: 1_000 } },
    ],
    ['an operation that is not there', { query: answered, operationName: 'Other' }],
  ] as [string, { query: string }][])('%s is refused in the same words', async ([, body]) => {
    const { url } = await listening();
    const first = await send(url, body);
    await send(url, { query: body.query, variables: { first: 1 } });
    const again = await send(url, body);
    const withoutId = ({ body: text, ...rest }: Wire) => ({
      ...rest,
      body: text.replaceAll(/"requestId":"[^"]*"/g, ''),
    });
    expect(withoutId(again)).toEqual(withoutId(first));
  });

  test('an answer with an error is abandoned, and made once more', async () => {
    const gateway = createToyGateway();
    await gateway.ask({ query: '{ item { id } broken }' });
    await gateway.ask({ query: '{ item { id } broken }' });
    expect(gateway.contexts.map(({ outcome }) => outcome)).toEqual(['failed', 'abandoned', 'failed']);
    expect(gateway.logLines.filter(({ msg }) => msg === 'operation')).toHaveLength(2);
  });

  test('where what has to be written cannot be, there is no answer', async () => {
    let closed = 0;
    const gateway = createToyGateway({
      operations: {
        open: ({ viewer, requestId, signal }) => ({ viewer, requestId, signal, by: 'Yoga', outcome: 'open' }),
        close: () => {
          closed += 1;
          if (closed > 1) throw new Error('insert into receipts');
        },
      },
    });
    expect(await gateway.ask({ query: answered })).toMatchObject({ status: 200, errors: [] });
    const refused = await gateway.ask({ query: answered });
    expect(refused).toMatchObject({ data: undefined, codes: ['INTERNAL_SERVER_ERROR'] });
    // Once in the fast path, once by Yoga.
    expect(closed).toBe(3);
    const outcomes = gateway.logLines.filter(({ msg }) => msg === 'operation').map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['succeeded', 'failed']);
  });

  test('closing waits for it', async () => {
    const gate = new Gate();
    const { gateway, url } = await listening({ schema: createToySchema(gate) });
    gate.opened.resolve();
    await send(url, { query: '{ slow }' });
    gate.opened = Promise.withResolvers<void>();
    gate.reached = Promise.withResolvers<void>();
    const answer = send(url, { query: '{ slow }' });
    await gate.reached.promise;
    const closed = gateway.close();
    gate.opened.resolve();
    expect((await answer).body).toBe('{"data":{"slow":"done"}}');
    await closed;
    expect(gateway.contexts.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded']);
  });

  test('it opens and closes one context, and logs one line, as any other', async () => {
    const gateway = createToyGateway();
    await gateway.ask({ query: answered });
    await gateway.ask({ query: answered });
    expect(gateway.contexts.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded']);
    await eventually(() =>
      expect(gateway.logLines).toMatchObject([
        { type: 'query', outcome: 'succeeded', codes: [] },
        { type: 'query', outcome: 'succeeded', codes: [] },
      ]),
    );
  });

  const several = `query One { item { id } } query Two($first: Int = 2) { items(first: $first) { totalCount } }
    mutation Three($input: WriteInput!) { write(input: $input) }`;
  const repeat = 'query ($times: Int!, $word: String) { repeat(times: $times, word: $word) }';
  const known = [
    { query: several, operationName: 'One' },
    { query: several, operationName: 'Two' },
    { query: repeat, variables: { times: 1 } },
    {
      query:
        '{ toString: user constructor: item { __typename valueOf: id hasOwnProperty: id } toJSON: user }',
    },
    { query: `{ ${Array.from({ length: 40 }, (_, at) => `a${at}: item { b${at}: text }`).join(' ')} }` },
    {
      query:
        '{ ...Whole ...Whole } fragment Whole on Query { item { id } item { text parent { ... { id } } } }',
    },
  ];
  test.for([
    ...known,
    { query: several },
    { query: several, operationName: null },
    { query: several, operationName: '' },
    { query: several, operationName: 'Three', variables: { input: { content: 'x' } } },
    { query: several, operationName: 'Four' },
    { query: several, operationName: 'toString' },
    { query: several, operationName: '__proto__' },
    { query: several, operationName: 1 },
    { query: several, operationName: ['One'] },
    { query: several, operationName: 'Two', variables: { first: null } },
    { query: several, operationName: 'Two', variables: { first: '2' } },
    { query: several, operationName: 'Two', variables: { first: 2.5 } },
    { query: several, operationName: 'Two', variables: { first: [2] } },
    { query: several, operationName: 'Two', variables: { first: 2, second: 3 } },
    { query: several, operationName: 'Two', variables: [2] },
    { query: several, operationName: 'Two', variables: 'first' },
    { query: several, operationName: 'Two', variables: null },
    { query: repeat },
    { query: repeat, variables: { times: 1, word: null } },
    { query: repeat, variables: { times: 1, word: 5 } },
    { query: repeat, variables: { times: 1, word: { toString: 'x' } } },
    { query: repeat, variables: { times: 1, word: '\ud800' } },
    { query: repeat, variables: { times: null } },
    { query: repeat, variables: { times: 2 ** 31 } },
    { query: repeat, variables: { toString: 1, times: 1, constructor: 'x', word: '__proto__' } },
    { query: '{ __proto__: user }' },
    { query: '{ item { __proto__: parent { id } } }' },
    { query: `{ ${'item { parent { id } } '.repeat(60)} }` },
  ] as object[])('or refused: %j', async (asked) => {
    const gateway = createToyGateway();
    const post = async (body: object, headers: Record<string, string>) => {
      const response = await postAsBob(gateway, body, headers);
      return response.text();
    };
    for (const each of known) await post(each, {});
    // The fast path leaves this type to Yoga.
    const byYoga = await post(asked, { accept: 'text/html, application/json' });
    for (let time = 0; time < 3; time += 1) expect(await post(asked, {})).toBe(byYoga);
  });

  test('who goes away while it runs is not waited for, and what fails afterwards is no fault', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', hear);
    const gate = new Gate();
    const gateway = createToyGateway({ schema: createToySchema(gate) });
    gate.opened.resolve();
    const query = '{ slow user }';
    await gateway.ask({ query });
    gate.opened = Promise.withResolvers<void>();
    gate.reached = Promise.withResolvers<void>();
    const client = new AbortController();
    const answer = gateway.fetch('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bobsToken}` },
      body: JSON.stringify({ query }),
      signal: client.signal,
    });
    await gate.reached.promise;
    client.abort();
    await expect(answer).rejects.toThrow();
    gate.opened.reject(new Error('The operation is over.'));
    for (let turn = 0; turn < 4; turn += 1) await new Promise((go) => setImmediate(go));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
    expect(gateway.contexts.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
  });
});
