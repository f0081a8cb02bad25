import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { migrate } from '#persistence/store/migrate.ts';
import type { Release } from '#persistence/store/migration-plan.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { storePart, storeParts } from '#persistence/store/store-parts.ts';
import { people } from '#test/support/gateway.ts';
import { openDatabase } from '#test/support/login-database.ts';
import { isLong } from '#test/support/property-runs.ts';
import { type Serving, serveDatabase } from '#test/support/serving.ts';
import { subscribe } from '#test/support/subscription.ts';

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

/**
 * The last answer to a request that is sent again where the gateway asks for it, and to the next one where a gateway has stopped, as its
 * clients do.
 */
const lastAnswerTo = async (gateways: readonly Serving[], viewer: Viewer, query: string) => {
  let place = 0;
  for (let attempt = 1; ; attempt += 1) {
    const gateway = gateways[place % gateways.length] ?? raise();
    const answer = await gateway.ask(viewer, query).catch((error: Error) => {
      const { code } = error.cause as { readonly code?: string };
      if (code !== 'ECONNREFUSED') throw error;
      return null;
    });
    if (answer === null) place += 1;
    else {
      const text = JSON.stringify(answer.body);
      if (answer.status === 200 && !text.includes('"code"'))
        return { id: /"id":"([^"]+)"/.exec(text)?.[1] ?? '' };
      if (!text.includes('SERVICE_UNAVAILABLE')) return { status: answer.status, text };
    }
    if (attempt === 50) return { attempt };
    await sleep(100);
  }
};
const raise = (): never => {
  throw new Error('a load has gateways');
};

/** Reads, records, ingests and promotes until it is stopped, and gives the answers that were not well. */
const load = (gateways: readonly Serving[], name: string) => {
  let isStopped = false;
  let answered = 0;
  let slowest = 0;
  const unwell: unknown[] = [];
  const remembered: string[] = [];
  const send = async (viewer: Viewer, query: string): Promise<string> => {
    const began = performance.now();
    const answer = await lastAnswerTo(gateways, viewer, query).catch((error: Error) => ({
      error: String(error.cause),
    }));
    slowest = Math.max(slowest, performance.now() - began);
    answered += 1;
    if ('id' in answer) return answer.id;
    unwell.push({ query, ...answer });
    return '';
  };
  const run = async (worker: number) => {
    for (let turn = 0; !isStopped; turn += 1) {
      const key = `${name} ${worker} ${turn}`;
      const said = `project: "p", idempotencyKey: "${key}`;
      await send(
        people.service,
        '{ memories(first: 5, filter: { search: "logs" }) { nodes { id votes { up } } } }',
      );
      await send(
        people.service,
        `mutation { recordInteraction(input: { ${said}", content: "We keep logs, ${key}" }) { ... on RecordInteractionPayload { interaction { id } } ... on UserError { code } } }`,
      );
      await send(
        people.service,
        `mutation { ingestDocuments(input: { ${said} i", documents: [{ path: "${key}.md", content: "# Logs\\n\\n## Decision\\n\\nWe will keep the logs of ${key}.\\n" }] }) { ... on IngestDocumentsPayload { wave { id } } ... on UserError { code } } }`,
      );
      const content = `The logs of ${key} are kept.`;
      const id = await send(
        people.contributor,
        `mutation { createMemory(input: { kind: FACT, ${said} m", content: "${content}" }) { ... on MemoryPayload { memory { id } } ... on UserError { code } } }`,
      );
      remembered.push(content);
      if (turn % 2 === 0) continue;
      remembered.pop();
      await send(
        people.reviewer,
        `mutation { promoteCandidate(input: { id: "${id}", idempotencyKey: "${key} p" }) { ... on ItemPayload { item { id } } ... on UserError { code } } }`,
      );
    }
  };
  const running = [run(1), run(2)];
  return {
    answered: () => answered,
    /** Milliseconds. */
    slowest: () => slowest,
    /** Contents that were acknowledged and wait for a reviewer. */
    remembered,
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      return unwell;
    },
  };
};

describe('a release beside its predecessor', () => {
  test.runIf(isLong)(
    'gateways under load without pauses lose nothing while a migration expands the schema and one of them stops',
    async () => {
      const { url, owner } = await openDatabase();
      const stopping = await serveDatabase(url, { VOUCH_DRAIN_MS: '1000' });
      const staying = await serveDatabase(url);
      const events = await subscribe(
        staying.url,
        await staying.tokenOf(people.reviewer),
        'subscription { candidateQueued { candidate { content } } }',
      );
      const loads = [load([stopping, staying], 'first'), load([staying], 'second')];
      const allAnswerMore = async () => {
        const then = loads.map(({ answered }) => answered());
        await expect
          .poll(() => Math.min(...loads.map(({ answered }, place) => answered() - (then[place] ?? 0))))
          .toBeGreaterThan(25);
      };
      await allAnswerMore();
      const steps: string[] = [];
      expect(await migrateAs(owner, later('9.0.0'), (step) => steps.push(step))).toEqual(
        expect.arrayContaining(['migrations/0002-expanding', 'functions/viewer_user', 'policies/votes']),
      );
      // Writers without a pause are let through, and do not keep it out.
      expect(steps.length).toBeLessThan(5);
      expect(Math.max(...loads.map(({ slowest }) => slowest()))).toBeLessThan(10_000);
      await allAnswerMore();
      await stopping.close();
      await allAnswerMore();
      expect(await Promise.all(loads.map(({ stop }) => stop()))).toEqual([[], []]);
      const remembered = loads.flatMap((one) => one.remembered);
      const heard = new Set<string>();
      while (!remembered.every((content) => heard.has(content)))
        heard.add((await events.next()).data.candidateQueued.candidate.content);
      expect(await staying.ready()).toEqual({ status: 200, body: { status: 'ready' } });
      // One of the former release that starts now is served too.
      expect(await (await serveDatabase(url)).ready()).toMatchObject({ status: 200 });
    },
  );

  test.runIf(isLong)(
    'a gateway whose schema was contracted or is too old accepts nothing and says why',
    async () => {
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
    },
  );

  test.runIf(isLong)(
    'a migration names the transaction in its way, changes nothing, and succeeds when it has ended',
    async () => {
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
      expect(await store.asOwner(`select to_regclass('later_things')::text as name`)).toEqual([
        { name: null },
      ]);
      const migrating = migrate(orm, { url: owner }, null, later('9.0.0'), { ...patience, attempts: 1_000 });
      await expect.poll(() => steps.length).toBeGreaterThan(1);
      await blocker.query('rollback');
      expect(await migrating).toContain('migrations/0002-expanding');
      await orm.close();
    },
  );
});
