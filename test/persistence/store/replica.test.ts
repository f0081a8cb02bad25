import { describe, expect, test } from 'vitest';
import { comparePositions, isLogPosition, laterOf } from '#persistence/store/log-position.ts';
import { people } from '#test/support/gateway.ts';
import { type Serving, serveDatabase } from '#test/support/serving.ts';
import { openStandby } from '#test/support/standby.ts';

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
    const askedOfReplica = async () => {
      expect(await contentsIn(gateway)).toEqual(['one']);
      return (await places(gateway)).replica ?? 0;
    };
    await expect.poll(askedOfReplica).toBeGreaterThan(0);

    // The standby stands still: who wrote is answered by the primary, and who did not sees what it has.
    await pause();
    const later = await gateway.ask(people.contributor, remember('two'));
    expect(await contentsIn(gateway)).toEqual(['one', 'two']);
    expect((await places(gateway)).primary_behind).toBeGreaterThan(0);
    expect(await contentsIn(other)).toEqual(['one']);
    const position = later.headers.get('vouch-position') ?? '';
    expect(await contentsIn(other, { 'vouch-position': position })).toEqual(['one', 'two']);
    expect(await contentsIn(other, { 'vouch-position': 'newest' })).toEqual(['one']);

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
