import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '#persistence/store/migrate.ts';
import type { Release } from '#persistence/store/migration-plan.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { storePart, storeParts } from '#persistence/store/store-parts.ts';
import { people } from '#test/support/gateway.ts';
import { openDatabase } from '#test/support/login-database.ts';
import { isLong } from '#test/support/property-runs.ts';
import { type Serving, serveDatabase } from '#test/support/serving.ts';

/** A later release: this one with a further column, a table, and the texts of functions that policies and searches call. */
const later = (version: string, contracts: string | null = null): Release => ({
  version,
  parts: [
    ...storeParts.filter(({ kind }) => kind === 'migrations'),
    storePart('migrations', '0002-expanding', [
      'alter table memories add column review_note text',
      'create table later_things (id text primary key)',
    ]),
    ...(contracts === null
      ? []
      : [
          storePart(
            'migrations',
            '0003-contracting',
            ['alter table memories drop column review_note'],
            contracts,
          ),
        ]),
    ...storeParts
      .filter(({ kind }) => kind !== 'migrations')
      .map((part) =>
        ['functions/viewer_user', 'functions/memories_with_words', 'policies/votes'].includes(part.name)
          ? { ...part, checksum: `${part.checksum}-later` }
          : part,
      ),
  ],
});

const migrateAs = async (url: string, release: Release, report: (step: string) => void = () => undefined) => {
  const orm = await openOrm({ url, lockTimeoutMs: 700 });
  try {
    return await migrate(orm, { url }, null, release, { attempts: 40, pause: 50, longestPause: 200, report });
  } finally {
    await orm.close();
  }
};

/** The last answer to a request that is sent again where the gateway asks for it, as its clients do; null: it was well. */
const lastAnswerTo = async (gateway: Serving, query: string) => {
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await gateway.ask(people.service, query);
    const text = JSON.stringify(body);
    if (status === 200 && !text.includes('"code"')) return null;
    if (attempt === 50 || !text.includes('SERVICE_UNAVAILABLE')) return { status, body };
    await sleep(100);
  }
};

/** Sends requests one after the other until it is stopped, and gives the answers that were not well. */
const load = (gateway: Serving, name: string) => {
  let isStopped = false;
  let answered = 0;
  const unwell: unknown[] = [];
  const run = async () => {
    for (let turn = 0; !isStopped; turn += 1) {
      const mutation = `mutation { recordInteraction(input: { project: "p", content: "We keep logs, ${name} ${turn}" }) { ... on RecordInteractionPayload { interaction { id } } ... on UserError { code } } }`;
      const query =
        turn % 2 === 0
          ? mutation
          : '{ memories(first: 5, filter: { search: "logs" }) { nodes { id votes { up } } } }';
      const answer = await lastAnswerTo(gateway, query);
      answered += 1;
      if (answer !== null) unwell.push({ query, ...answer });
    }
  };
  const running = [run(), run()];
  return {
    answered: () => answered,
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      return unwell;
    },
  };
};

describe('a release beside its predecessor', () => {
  test.runIf(isLong)(
    'gateways under load lose nothing while an expanding migration replaces functions and policies',
    async () => {
      const { url, owner } = await openDatabase();
      const gateways = [await serveDatabase(url), await serveDatabase(url)];
      const loads = gateways.map((gateway, place) => load(gateway, `gateway ${place}`));
      await expect.poll(() => Math.min(...loads.map(({ answered }) => answered()))).toBeGreaterThan(20);
      expect(await migrateAs(owner, later('9.0.0'))).toEqual(
        expect.arrayContaining(['migrations/0002-expanding', 'functions/viewer_user', 'policies/votes']),
      );
      const then = loads.map(({ answered }) => answered());
      await expect
        .poll(() => Math.min(...loads.map(({ answered }, place) => answered() - (then[place] ?? 0))))
        .toBeGreaterThan(20);
      expect(await Promise.all(loads.map(({ stop }) => stop()))).toEqual([[], []]);
      for (const { ready } of gateways)
        expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
      // One of the former release that starts now is served too.
      expect(await (await serveDatabase(url)).ready()).toMatchObject({ status: 200 });
    },
  );

  test('a gateway whose schema was contracted or is too old accepts nothing and says why', async () => {
    const { url, owner, store } = await openDatabase();
    const gateway = await serveDatabase(url);
    const token = await gateway.tokenOf(people.service);
    const send = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${gateway.url}${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
      });
      return { status: response.status, body: await response.text() };
    };
    const refusesAll = async (reason: string) => {
      await expect.poll(async () => (await send('/ready')).status).toBe(503);
      for (const [path, body] of [
        ['/graphql', { query: '{ memories(first: 1) { nodes { id } } }' }],
        ['/v1/interactions', { project: 'p', content: 'We keep logs.' }],
        ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
      ] as const) {
        const answer = await send(path, { method: 'POST', body: JSON.stringify(body) });
        expect([path, answer.status, answer.body]).toEqual([path, 503, expect.stringContaining(reason)]);
        expect(answer.body).toContain('SCHEMA_MISMATCH');
      }
      expect((await send('/v1/bundle?task=logs')).status).toBe(503);
      expect((await send('/ready')).body).toContain(reason);
    };
    await store.asOwner(
      `update store_parts set checksum = 'x' || checksum where name = 'functions/viewer_user'`,
    );
    await refusesAll('run `vouch migrate`');
    await store.asOwner(
      `update store_parts set checksum = substr(checksum, 2) where name = 'functions/viewer_user'`,
    );
    await expect.poll(async () => (await send('/ready')).status).toBe(200);
    await migrateAs(owner, later('9.0.0', '8.0.0'));
    await refusesAll('start the newer release');
    await expect(serveDatabase(url)).rejects.toThrow('start that release');
  });

  test('a migration names the transaction in its way, changes nothing, and succeeds when it has ended', async () => {
    const { owner, store } = await openDatabase();
    const blocker = new pg.Client({ connectionString: owner, application_name: 'somebody' });
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query('begin; select count(*) from memories');
    const steps: string[] = [];
    const orm = await openOrm({ url: owner, lockTimeoutMs: 700 });
    const patience = { pause: 10, longestPause: 20, report: (step: string) => steps.push(step) };
    const refusal = await migrate(orm, { url: owner }, null, later('9.0.0'), {
      ...patience,
      attempts: 2,
    }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toMatch(
      /process \d+ \(application "somebody"\) has memories.*for \d+ s.*pg_terminate_backend/,
    );
    expect(steps).toEqual([expect.stringContaining('Attempt 1 of 2')]);
    expect(await store.asOwner(`select to_regclass('later_things')::text as name`)).toEqual([{ name: null }]);
    const migrating = migrate(orm, { url: owner }, null, later('9.0.0'), { ...patience, attempts: 1_000 });
    await expect.poll(() => steps.length).toBeGreaterThan(1);
    await blocker.query('rollback');
    expect(await migrating).toContain('migrations/0002-expanding');
    await orm.close();
  });
});
