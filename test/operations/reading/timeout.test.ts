import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { testPartitions } from '#test/support/databases.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { createStore, type TestStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

/** Milliseconds that a statement may take. The first one of a connection reads the catalogue of every partition. */
const limit = testPartitions > 0 ? 1_200 : 300;

/** PGlite has one connection and keeps no such limit. */
describe('a statement that takes too long is broken off', () => {
  let store: TestStore;
  let hasty: Orm;
  let gateway: TestGateway;
  let story: Story;
  let blocker: pg.Client;
  beforeAll(async () => {
    store = await createStore('postgres');
    if (!('url' in store.address)) throw new Error('a server has an address');
    hasty = await openOrm({ ...store.address, statementTimeoutMs: limit });
    gateway = await createTestGateway({ ...store, orm: hasty });
    story = runStory(gateway);
    blocker = new pg.Client({ connectionString: store.address.url });
    await blocker.connect();
  });
  afterAll(async () => {
    await blocker.end();
    await hasty.close();
    await store.drop();
  });

  const whileLocked = async <Result>(lock: string, work: () => Promise<Result>): Promise<Result> => {
    await blocker.query('begin');
    await blocker.query(lock);
    try {
      return await work();
    } finally {
      await blocker.query('rollback');
    }
  };

  const send = async (query: string, variables: object) => {
    const response = await gateway.gateway.fetch('http://localhost/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json',
        authorization: `Bearer ${await gateway.tokenOf(people.reviewer)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const promote =
    'mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) { ... on ItemPayload { item { status } } ... on UserError { code } } }';
  const outOfTime = {
    message:
      'The database took too long. Ask for less, or try again; a mutation under the same idempotencyKey.',
    extensions: { code: 'TIMEOUT' },
  };

  test('a mutation has written nothing, and is done under its key when the way is free', async () => {
    const id = await story.candidate('We will wait for the lock.');
    const input = { id, idempotencyKey: 'once' };
    const events = () => store.asOwner('select 1 from audit_events');
    const before = (await events()).length;
    const answer = await whileLocked(`select 1 from memories where id = '${id}' for update`, () =>
      send(promote, { input }),
    );
    expect(answer).toMatchObject({ status: 503, errors: [outOfTime] });
    expect(await events()).toHaveLength(before);
    expect(await store.asOwner(`select status from memories where id = '${id}'`)).toEqual([
      { status: 'CANDIDATE' },
    ]);
    expect((await send(promote, { input })).data.promoteCandidate).toEqual({ item: { status: 'ACTIVE' } });
  });

  test('a mutation whose answer took too long to read is done, and says both', async () => {
    const id = await story.candidate('We will read it later.', { path: 'later.md' });
    const [known] = await store.asOwner<{ definition: string }>(
      `select pg_get_functiondef('viewer_tenant'::regproc) as definition`,
    );
    await store.asOwner(`create or replace function viewer_tenant() returns text language sql stable as $$
      select case when current_setting('transaction_read_only') = 'on' and pg_sleep(${(limit + 700) / 1_000}) is null then '' else current_setting('vouch.tenant', true) end $$`);
    const answer = await send(promote, { input: { id } });
    await store.asOwner(known?.definition ?? '');
    expect(answer).toMatchObject({
      data: { promoteCandidate: { item: null } },
      errors: [{ ...outOfTime, path: ['promoteCandidate', 'item'] }],
    });
    expect(await store.asOwner(`select status from memories where id = '${id}'`)).toEqual([
      { status: 'ACTIVE' },
    ]);
  });

  test('a query says so, and the next one is answered', async () => {
    const query = '{ memories { totalCount } }';
    const answer = await whileLocked('lock table memories in access exclusive mode', () => send(query, {}));
    expect(answer).toMatchObject({ status: 503, errors: [outOfTime] });
    expect(JSON.stringify(answer)).not.toMatch(/statement|select/i);
    expect((await send(query, {})).data.memories.totalCount).toBeGreaterThanOrEqual(0);
  });
});
