import { request } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { bobsToken, createToyGateway, createToySchema, Gate, listening } from './toy-gateway.ts';

interface Wire {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** One request as it is on the wire; the id of the request and the date are left out. */
const send = (url: string, body: object, headers: Record<string, string> = {}): Promise<Wire> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const asked = request(
      `${url}/graphql`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          authorization: `Bearer ${bobsToken}`,
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { date: _date, 'x-request-id': id, ...rest } = response.headers;
          resolve({
            status: response.statusCode,
            headers: { ...rest, 'x-request-id': typeof id },
            body: Buffer.concat(parts).toString(),
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(text);
  });

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
  ] as [string, Record<string, string>][])('letter for letter, with %s', async ([, headers]) => {
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
        open: ({ viewer, requestId, signal }) => ({ viewer, requestId, signal, outcome: 'open' }),
        close: () => {
          closed += 1;
          if (closed > 1) throw new Error('insert into receipts');
        },
      },
    });
    expect(await gateway.ask({ query: answered })).toMatchObject({ status: 200, errors: [] });
    const refused = await gateway.ask({ query: answered });
    expect(refused).toMatchObject({ data: undefined, codes: ['INTERNAL_SERVER_ERROR'] });
    // Once in the lane, once by Yoga.
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
    await vi.waitFor(() =>
      expect(gateway.logLines).toMatchObject([
        { type: 'query', outcome: 'succeeded', codes: [] },
        { type: 'query', outcome: 'succeeded', codes: [] },
      ]),
    );
  });
});
