import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { openSilentNetwork, type SilentNetwork } from '#test/support/silent-network.ts';
import { createStore, type TestStore } from '#test/support/store.ts';

let store: TestStore;
let network: SilentNetwork;
let orm: Orm;
let gateway: TestGateway;
beforeAll(async () => {
  store = await createStore('postgres');
  if (!('url' in store.address)) throw new Error('a server has an address');
  network = await openSilentNetwork(store.address.url);
  orm = await openOrm({ url: network.throughIt(store.address.url), poolSize: 4, statementTimeoutMs: 30_000 });
  gateway = await createTestGateway({ ...store, orm });
  // The first mutation of a user also records, in a transaction of its own, that the tenant knows them.
  await gateway.ask(people.contributor, create('first').query, { key: 'first' });
});
afterAll(async () => {
  await orm.close();
  network.close();
  await store.drop();
});

const query = '{ memories(first: 1) { nodes { id } } }';
const create = (key: string | null) => ({
  query: `mutation ($key: String) { createMemory(input: { kind: FACT, project: "p", content: "The reading of ${key} is kept", idempotencyKey: $key }) {
    ... on MemoryPayload { memory { id } } ... on UserError { code } } }`,
  variables: { key },
});

const send = async (body: object, accept: string) =>
  gateway.gateway.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: {
      accept,
      'content-type': 'application/json',
      authorization: `Bearer ${await gateway.tokenOf(people.contributor)}`,
    },
    body: JSON.stringify(body),
  });

describe('a network that goes silent', () => {
  test('leaves no request without an answer, and the next ones are answered as usual', async () => {
    const ask = () => gateway.ask(people.reader, query);
    await Promise.all(Array.from({ length: 4 }, ask));
    expect(network.silence()).toBeGreaterThan(0);
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    const codes = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions?.code));
    expect(codes.filter((code) => code !== 'SERVICE_UNAVAILABLE')).toEqual([]);
    expect(await ask()).toEqual({ data: { memories: { nodes: [] } } });
  });

  test.runIf(isLong)('leaves a statement that the server computes alone', async () => {
    const [row] = await orm.em.fork().execute<{ done: number }[]>('select 1 as done from pg_sleep(5)');
    expect(row).toEqual({ done: 1 });
  });

  test.each([['a-key'], [null]])(
    'makes the outcome of a commit unknown, and the key %s decides what the caller gets',
    async (key) => {
      network.silenceAt('commit');
      const response = await send(create(key), 'application/json');
      const { errors } = (await response.json()) as {
        errors: { message: string; extensions: { code: string } }[];
      };
      expect([response.status, errors[0]?.extensions.code]).toEqual([503, 'OUTCOME_UNKNOWN']);
      expect(errors[0]?.message).toContain(
        key === null ? 'It had no idempotencyKey' : 'Try again under the same idempotencyKey',
      );
      if (key === null) return;
      const { data } = await gateway.ask(people.contributor, create(key).query, { key });
      const memories = await store.asOwner<{ id: string }>(
        `select m.id from memories m where content like '%${key}%'`,
      );
      expect(memories).toEqual([{ id: data.createMemory.memory.id }]);
    },
  );
});

test.each(['application/json', 'application/graphql-response+json'])(
  'a database that is away is a 503 with Retry-After, for %s',
  async (accept) => {
    network.close();
    const response = await send({ query }, accept);
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    expect([response.status, response.headers.get('retry-after'), errors[0]?.extensions.code]).toEqual([
      503,
      '1',
      'SERVICE_UNAVAILABLE',
    ]);
  },
);
