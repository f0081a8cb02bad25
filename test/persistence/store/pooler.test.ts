import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listenToChanges } from '#persistence/store/change-listener.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { checkStore } from '#persistence/store/readiness.ts';
import { assertServer } from '#persistence/store/server-check.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { openPooler, pgbouncer } from '#test/support/pgbouncer.ts';
import { isLong } from '#test/support/property-runs.ts';
import { createStore, type TestStore } from '#test/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createStore('postgres');
});
afterAll(() => store.drop());

const addressThrough = async (mode: 'session' | 'transaction', settings: readonly string[] = []) => {
  if (!('url' in store.address)) throw new Error('a server has an address');
  const pooler = await openPooler(store.address.url, mode, settings);
  onTestFinished(() => pooler.close());
  return pooler.throughIt(store.address.url);
};

const create = `mutation ($content: String!) { createMemory(input: { kind: FACT, project: "p", content: $content }) {
  ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;

describe.skipIf(pgbouncer === undefined)(
  pgbouncer === undefined ? 'PgBouncer is not installed (`apt-get install pgbouncer`)' : 'behind PgBouncer',
  () => {
    test('a pool of sessions carries reads, writes, live updates and readiness', async () => {
      const url = await addressThrough('session');
      await assertServer('DATABASE_URL', url);
      const orm = await openOrm({ url, poolSize: 5, statementTimeoutMs: 30_000 });
      const { ask } = await createTestGateway({ ...store, orm });
      const heard = Promise.withResolvers<readonly string[]>();
      const listener = await listenToChanges(orm, ({ actions }) => heard.resolve(actions));
      const created = await Promise.all(
        Array.from({ length: 12 }, (_, number) =>
          ask(people.contributor, create, { content: `Statement number ${number} by way of a pool` }),
        ),
      );
      expect(created.map(({ errors }) => errors)).toEqual(created.map(() => undefined));
      expect(await heard.promise).toContain('memory.created');
      const { data } = await ask(
        people.reviewer,
        '{ memories(filter: { status: { eq: CANDIDATE } }, first: 50) { totalCount } }',
      );
      expect(data.memories.totalCount).toBe(12);
      const check = checkStore(orm, { url });
      expect(await check.find()).toBeNull();
      await check.close();
      listener.close();
      await orm.close();
    });

    test.runIf(isLong)(
      'a pool of transactions is refused at the start in one sentence, since live updates are never heard there',
      async () => {
        const url = await addressThrough('transaction');
        await expect(assertServer('DATABASE_URL', url)).rejects.toThrow(
          'DATABASE_URL leads through a pooler of transactions',
        );
      },
    );

    test('a database that is missing behind a pooler is one sentence', async () => {
      const url = await addressThrough('session');
      const missing = new URL(url);
      missing.pathname = '/nowhere';
      await expect(assertServer('DATABASE_URL', missing.href)).rejects.toThrow(/does not exist|not answer/);
    });
  },
);
