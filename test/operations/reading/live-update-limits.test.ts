import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { withStatements } from '#test/support/statements.ts';
import { createStore, onServerStore } from '#test/support/store.ts';
import { decisions, runStory, type Story } from '#test/support/story.ts';
import { codesOf, contents, subscriber } from '#test/support/subscription.ts';

const { contributor, reviewer, service } = people;

onServerStore((store) => {
  let gateway: TestGateway;
  let url: string;
  let story: Story;
  let live: ReturnType<typeof subscriber>;
  let tenant = 0;
  /** Each test has a tenant of its own. */
  const as = (who: (typeof people)[keyof typeof people]) => ({ ...who, tenant: `tenant-${tenant}` });
  const candidates: Story['candidates'] = (what, more = {}) =>
    story.candidates(what, { by: as(service), ...more });

  beforeEach(async () => {
    tenant += 1;
    gateway = await createTestGateway(store());
    url = (await gateway.gateway.listen()).url;
    story = runStory(gateway);
    live = subscriber(gateway, url);
    return () => gateway.gateway.close();
  });

  describe('a stream holds nothing back', () => {
    test('two dozen candidates of a pass cost each client as many statements as five', async () => {
      const events = async (count: number) => {
        const bob = await live.queue(as(reviewer));
        const wordings = decisions(count, `quay ${count}`);
        const { statements } = await withStatements(store(), async () => {
          await candidates(wordings, { path: `${count}.md` });
          expect(contents(await bob.take(count)).toSorted()).toEqual(wordings.toSorted());
        });
        bob.drop();
        return statements.filter((text) => /from "?(memories|audit_heads)"?/.test(text)).length;
      };
      const five = await events(5);
      expect(await events(24)).toBeLessThanOrEqual(five + 2);
    });

    test('clients that go away leave nothing behind', async () => {
      const metrics = createMetrics();
      const other = await createTestGateway(store(), {}, {}, { metrics });
      const address = (await other.gateway.listen()).url;
      const open = async () =>
        Number(/vouch_subscriptions_open (\d+)/.exec(await metrics.registry.metrics())?.[1]);
      const streams = await Promise.all(
        Array.from({ length: 20 }, () => subscriber(other, address).queue(as(reviewer))),
      );
      await eventually(async () => expect(await open()).toBe(20));
      for (const stream of streams) stream.drop();
      await eventually(async () => expect(await open()).toBe(0));
      await other.gateway.close();
    });

    test('too many at once are refused, and a place is free when one ends', async () => {
      const other = await createTestGateway(
        store(),
        {},
        {},
        { subscriptionLimits: { perProcess: 3, perTenant: 2, perUser: 2 } },
      );
      onTestFinished(() => other.gateway.close());
      const narrow = subscriber(other, (await other.gateway.listen()).url);
      const globex = { ...reviewer, tenant: 'globex' };
      const first = await narrow.queue(as(reviewer));
      const second = await narrow.queue(as(reviewer));
      expect(codesOf(await (await narrow.queue(as(reviewer))).next())).toEqual(['TOO_MANY_SUBSCRIPTIONS']);
      const third = await narrow.queue(globex);
      expect(await third.within(100)).toEqual([]);
      expect(codesOf(await (await narrow.queue(globex)).next())).toEqual(['TOO_MANY_SUBSCRIPTIONS']);
      first.drop();
      await eventually(async () => expect(await (await narrow.queue(as(reviewer))).within(100)).toEqual([]));
      expect(await second.within(50)).toEqual([]);
    });

    test('one user leaves places to the others of their tenant', async () => {
      const limits = { perProcess: 9, perTenant: 9, perUser: 1 };
      const other = await createTestGateway(store(), {}, {}, { subscriptionLimits: limits });
      onTestFinished(() => other.gateway.close());
      const narrow = subscriber(other, (await other.gateway.listen()).url);
      const first = await narrow.queue(as(reviewer));
      expect(codesOf(await (await narrow.queue(as(reviewer))).next())).toEqual(['TOO_MANY_SUBSCRIPTIONS']);
      expect(await (await narrow.queue(as({ ...reviewer, user: 'rob' }))).within(100)).toEqual([]);
      expect(await first.within(50)).toEqual([]);
    });

    test('an expired token ends the stream, and nothing is delivered after it', async () => {
      const bob = await live.queue(as(reviewer));
      await candidates(decisions(1));
      await bob.next();
      gateway.pass(3_600_001);
      await candidates(decisions(1, 'crane'), { path: 'crane.md' });
      const last = await bob.next();
      expect(last).toEqual({
        errors: [
          {
            message:
              'The token has ended, or a group of it was withdrawn. Subscribe again; with the last cursor as `after` nothing is missed.',
            extensions: { code: 'UNAUTHENTICATED' },
          },
        ],
      });
      expect(await bob.next()).toBeNull();
    });

    test('a gateway that closes breaks its streams off, so that clients come again', async () => {
      const bob = await live.queue(as(reviewer));
      await candidates(decisions(1));
      await bob.next();
      const broken = expect(bob.next()).rejects.toThrow();
      await gateway.gateway.close();
      await broken;
    });

    test.runIf(isLong)(
      'a client that does not read keeps nobody waiting, and gets the rest when it does',
      async () => {
        const wide = await live.to(
          as(reviewer),
          'subscription { candidateQueued { cursor candidate { id content revisions { nodes { content } } } } }',
        );
        const wordings = Array.from(
          { length: 40 },
          (_, index) => `We will keep wreck ${index} where it lies. ${'x'.repeat(20_000)}`,
        );
        const ids: string[] = [];
        for (const [index, wording] of wordings.entries()) {
          const { memory } = await story.does(as(contributor), 'createMemory', {
            project: 'tides',
            kind: 'FACT',
            content: wording,
          });
          ids.push(memory.id);
          if (index === 20)
            expect((await gateway.ask(as(reviewer), '{ viewer { user } }')).data).toBeDefined();
        }
        await sleep(1_500);
        const events = await wide.take(40);
        expect(events.map(({ data }) => data.candidateQueued.candidate.id)).toEqual(ids);
      },
    );
  });
});

describe('on one PostgreSQL', () => {
  const withTwo = async (
    work: (one: TestGateway, other: TestGateway, urls: readonly [string, string]) => Promise<void>,
  ) => {
    const store = await createStore('postgres');
    const { openOrm } = await import('#persistence/store/orm.ts');
    const second = { ...store, orm: await openOrm(store.address) };
    const one = await createTestGateway(store);
    const other = await createTestGateway(second);
    try {
      await work(one, other, [(await one.gateway.listen()).url, (await other.gateway.listen()).url]);
    } finally {
      await Promise.all([one.gateway.close(), other.gateway.close()]);
      await second.orm.close();
      await store.drop();
    }
  };

  test('what one process writes, another delivers', () =>
    withTwo(async (one, other, [, url]) => {
      const bob = await subscriber(other, url).queue(reviewer);
      const wordings = decisions(3);
      await runStory(one).candidates(wordings);
      expect(contents(await bob.take(3))).toEqual(wordings);
    }));

  test('a connection that is cut is made again, and nothing is lost', () =>
    withTwo(async (one, other, [, url]) => {
      const bob = await subscriber(other, url).queue(reviewer);
      const story = runStory(one);
      const [first, second] = [decisions(2, 'pier'), decisions(2, 'dock')];
      await story.candidates(first);
      expect(contents(await bob.take(2))).toEqual(first);
      const cut = (await one.dependencies.orm.em.fork().execute(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'vouch live updates' and datname = current_database()`,
      )) as unknown[];
      expect(cut).toHaveLength(1);
      // Committed while nobody listens.
      await story.candidates(second, { path: 'docks.md' });
      expect(contents(await bob.take(2))).toEqual(second);
    }));

  test('nobody listens when nobody follows', () =>
    withTwo(async (one, other, [, url]) => {
      const listening = async () =>
        (
          await one.dependencies.orm.em.fork().execute<{ count: number }[]>(
            `select count(*)::int as count from pg_stat_activity
              where application_name = 'vouch live updates' and datname = current_database()`,
          )
        )[0]?.count;
      const streams = await Promise.all([1, 2, 3].map(() => subscriber(other, url).queue(reviewer)));
      await eventually(async () => expect(await listening()).toBe(1));
      for (const stream of streams) stream.drop();
      await eventually(async () => expect(await listening()).toBe(0));
    }));
});
