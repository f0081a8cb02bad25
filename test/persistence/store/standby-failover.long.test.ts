import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openWay } from '#test/support/database-way.ts';
import { people } from '#test/support/gateway.ts';
import { type Serving, serveDatabase } from '#test/support/serving.ts';
import { openStandby } from '#test/support/standby.ts';
import { subscribe } from '#test/support/subscription.ts';

const remember = (content: string) =>
  `mutation { createMemory(input: { kind: FACT, project: "p", content: "${content}", idempotencyKey: "${content}" }) {
    ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

/** A client that writes one thing after the other, each under its key until it is answered, as the answers ask for. */
const write = (gateway: Serving, name: string) => {
  const acknowledged: string[] = [];
  const refusals: unknown[] = [];
  let isStopped = false;
  const run = async () => {
    for (let number = 0; !isStopped; number += 1)
      for (const content = `${name} ${number}`; ; await sleep(50)) {
        const { status, body } = await gateway.ask(people.contributor, remember(content));
        if (status === 200 && !JSON.stringify(body).includes('"code"')) {
          acknowledged.push(content);
          break;
        }
        refusals.push(body.errors?.[0]?.extensions.code ?? body);
      }
  };
  const running = run();
  return {
    acknowledged,
    refusals,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
};

// The primary acknowledges what its standby has. Whatever comes first, the promotion or the address, the former primary lives on.
test.each(['promoted before the address leads to it', 'read-only while the address leads to it already'])(
  'a standby that is %s takes over, and no write is lost or done twice',
  async (order) => {
    const { primaryUrl, standbyUrl, promote } = await openStandby();
    const primary = await connected(primaryUrl);
    const way = await openWay(primaryUrl);
    await way.open();
    const gateway = await serveDatabase(way.url, { VOUCH_DATABASE_LOGIN: 'any' });
    await primary.query(`alter system set synchronous_standby_names = '*'`);
    await primary.query('alter database vouch set synchronous_commit = on');
    await primary.query('select pg_reload_conf()');
    way.leadTo(primaryUrl);
    const events = await subscribe(
      gateway.url,
      await gateway.tokenOf(people.contributor),
      'subscription { candidateQueued { cursor } }',
    );
    await expect.poll(async () => (await gateway.ready()).status).toBe(200);

    const clients = Array.from({ length: 6 }, (_, number) => write(gateway, `client ${number}`));
    const acknowledged = () => clients.flatMap((client) => client.acknowledged);
    await expect.poll(() => acknowledged().length, { timeout: 20_000 }).toBeGreaterThan(60);
    if (order.startsWith('promoted')) {
      await promote();
      await sleep(1_000);
      way.leadTo(standbyUrl);
    } else {
      way.leadTo(standbyUrl);
      const refused = expect.objectContaining({ status: 503 });
      await expect.poll(() => gateway.ready(), { timeout: 10_000 }).toEqual(refused);
      await promote();
    }
    const before = acknowledged().length;
    await expect.poll(() => acknowledged().length, { timeout: 30_000 }).toBeGreaterThan(before + 60);
    await Promise.all(clients.map(({ stop }) => stop()));

    await expect.poll(() => gateway.ready()).toMatchObject({ status: 200 });
    const promoted = await connected(standbyUrl);
    const { rows } = await promoted.query<{ content: string }>('select content from memories');
    expect(rows.map(({ content }) => content).toSorted()).toEqual(acknowledged().toSorted());
    expect(await gateway.ask(people.auditor, '{ verifyAuditChain { valid } }')).toMatchObject({
      body: { data: { verifyAuditChain: { valid: true } } },
    });
    const known = ['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN', 'DATABASE_READ_ONLY'];
    const refusals = new Set(clients.flatMap((client) => client.refusals));
    expect([...refusals].filter((code) => !known.includes(String(code)))).toEqual([]);

    // A listener hears of what was written before and after, and of no failover.
    expect(await events.take(rows.length)).not.toContainEqual(
      expect.objectContaining({ errors: expect.anything() }),
    );
  },
  90_000,
);
