import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { comparePositions, isLogPosition, laterOf } from '#persistence/store/log-position.ts';
import { openWay } from '#test/support/database-way.ts';
import { people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { type Serving, serveDatabase } from '#test/support/serving.ts';
import { openStandby } from '#test/support/standby.ts';
import { subscribe } from '#test/support/subscription.ts';

const remember = (content: string) =>
  `mutation { createMemory(input: { kind: FACT, project: "p", content: "${content}", idempotencyKey: "${content}" }) {
    ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;

const contentsIn = async (gateway: Serving, headers?: Readonly<Record<string, string>>) => {
  const { body } = await gateway.ask(
    people.contributor,
    '{ memories(first: 20) { nodes { content } } }',
    headers,
  );
  const { data } = body as { data?: { memories: { nodes: { content: string }[] } } };
  return data?.memories.nodes.map(({ content }) => content).toSorted() ?? body;
};

/** Queries by the server that answered them. */
const places = async ({ url }: Serving): Promise<Record<string, number>> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^vouch_reads_total\{place="(\w+)"\} (\d+)/gm)].map(([, place, count]) => [
      place,
      Number(count),
    ]),
  );
};

describe('queries read from a standby', () => {
  test('a person reads what they have written, whatever the standby has and wherever they ask', async () => {
    const { primaryUrl, standbyUrl, pause, resume, stopStandby } = await openStandby();
    const settings = { DATABASE_READ_URL: standbyUrl, VOUCH_DATABASE_LOGIN: 'any' };
    const gateway = await serveDatabase(primaryUrl, settings);
    const other = await serveDatabase(primaryUrl, settings);

    const { headers, body } = await gateway.ask(people.contributor, remember('one'));
    expect(body).toEqual({ data: { createMemory: { memory: { id: expect.stringContaining('mem_') } } } });
    expect(headers.get('vouch-position')).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
    const askReplica = async (asked: Serving) => {
      expect(await contentsIn(asked)).toEqual(['one']);
      return (await places(asked)).replica ?? 0;
    };
    for (const asked of [gateway, other])
      await expect.poll(() => askReplica(asked), { timeout: 5_000 }).toBeGreaterThan(0);

    // The standby stands still: who wrote is answered by the primary, and who did not sees what it has.
    // Upkeep writes for the tenant through each gateway, which then asks for that much.
    await sleep(2_000);
    await pause();
    const later = await gateway.ask(people.contributor, remember('two'));
    expect(await contentsIn(gateway)).toEqual(['one', 'two']);
    expect((await places(gateway)).primary_behind).toBeGreaterThan(0);
    expect(await contentsIn(other)).toEqual(['one']);
    expect(await contentsIn(other, { 'vouch-position': 'newest' })).toEqual(['one']);
    const position = later.headers.get('vouch-position') ?? '';
    expect(await contentsIn(other, { 'vouch-position': position })).toEqual(['one', 'two']);

    await resume();
    await expect.poll(() => contentsIn(other)).toEqual(['one', 'two']);
    // A database of the same server that is no store is refused.
    const another = new URL(standbyUrl);
    another.pathname = '/postgres';
    await expect(serveDatabase(primaryUrl, { ...settings, DATABASE_READ_URL: another.href })).rejects.toThrow(
      'leads to another store',
    );

    // Without a standby the primary answers, and the gateway stays ready.
    await stopStandby();
    expect(await contentsIn(gateway)).toEqual(['one', 'two']);
    expect((await places(gateway)).primary_unreachable).toBeGreaterThan(0);
    expect(await gateway.ready()).toMatchObject({ status: 200 });
    expect(await contentsIn(await serveDatabase(primaryUrl, settings))).toEqual(['one', 'two']);
  });
});

// Half a minute of waiting: at night.
test.runIf(isLong)(
  'a standby is read when it has caught up, and one that falls silent is tried by no query',
  async () => {
    const { primaryUrl, standbyUrl, pause, resume } = await openStandby();
    const settings = { VOUCH_DATABASE_LOGIN: 'any' };
    const other = await serveDatabase(primaryUrl, settings);
    const way = await openWay(standbyUrl);
    const gateway = await serveDatabase(primaryUrl, { ...settings, DATABASE_READ_URL: way.url });
    await other.ask(people.contributor, remember('one'));
    // Upkeep writes for the tenant through each gateway, which then asks for that much.
    await sleep(2_000);
    await pause();
    await other.ask(people.contributor, remember('two'));
    await sleep(2_500);
    await way.open();
    for (const until = performance.now() + 3_000; performance.now() < until; await sleep(200))
      expect(await contentsIn(gateway)).toEqual(['one', 'two']);
    await resume();
    const readsOfReplica = async () => {
      expect(await contentsIn(gateway)).toEqual(['one', 'two']);
      return (await places(gateway)).replica ?? 0;
    };
    await expect.poll(readsOfReplica, { timeout: 5_000 }).toBeGreaterThan(0);

    way.fallSilent();
    await sleep(8_000);
    for (const until = performance.now() + 7_000; performance.now() < until; await sleep(200)) {
      const begun = performance.now();
      expect(await contentsIn(gateway)).toEqual(['one', 'two']);
      expect(performance.now() - begun).toBeLessThan(3_000);
    }
  },
  60_000,
);

test.runIf(isLong)(
  'who hears of a change reads it, and a standby that was promoted is read no more',
  async () => {
    const { primaryUrl, standbyUrl, pause, resume, promote } = await openStandby();
    const settings = { VOUCH_DATABASE_LOGIN: 'any' };
    const writer = await serveDatabase(primaryUrl, settings);
    const gateway = await serveDatabase(primaryUrl, { ...settings, DATABASE_READ_URL: standbyUrl });
    await writer.ask(people.contributor, remember('one'));
    const readsOfReplica = async () => {
      await contentsIn(gateway);
      return (await places(gateway)).replica ?? 0;
    };
    await expect.poll(readsOfReplica, { timeout: 5_000 }).toBeGreaterThan(0);

    const token = await gateway.tokenOf(people.contributor);
    const events = await subscribe(gateway.url, token, 'subscription { candidateQueued { cursor } }');
    await pause();
    await writer.ask(people.contributor, remember('two'));
    await events.next();
    expect(await contentsIn(gateway)).toEqual(['one', 'two']);
    await resume();

    await promote();
    await sleep(2_000);
    await writer.ask(people.contributor, remember('three'));
    expect(await contentsIn(gateway)).toEqual(['one', 'three', 'two']);
    const before = await readsOfReplica();
    await sleep(2_000);
    expect(await readsOfReplica()).toBe(before);
  },
);

describe('a position of the log', () => {
  test('is read as PostgreSQL writes it, and nothing else is', () => {
    expect(['0/0', '16/B374D848', 'ff/1'].map(isLogPosition)).toEqual([true, true, true]);
    expect(['', '16', '16/', '/1', '1/123456789', '16/B374D84G', ' 1/1'].map(isLogPosition)).not.toContain(
      true,
    );
  });

  test('is compared as a number: the part before the stroke first', () => {
    expect(comparePositions('2/0', '1/FFFFFFFF')).toBeGreaterThan(0);
    expect(comparePositions('1/9', '1/10')).toBeLessThan(0);
    expect(comparePositions('a/b', 'A/B')).toBe(0);
    expect([laterOf(null, null), laterOf('1/1', null), laterOf('1/1', '1/2')]).toEqual([null, '1/1', '1/2']);
  });
});
