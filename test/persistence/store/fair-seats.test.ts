import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { poolOf } from '#persistence/store/orm.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const later = Symbol('later');
const soon = <Value>(value: Promise<Value>) =>
  Promise.race([value, new Promise<typeof later>((resolve) => setTimeout(() => resolve(later), 300))]);

describe('connections are shared fairly', () => {
  onEveryStore((store) => {
    test('one user leaves some to their tenant, one tenant to others; who waits comes in when one is free', async ({
      skip,
    }) => {
      if (store().kind === 'pglite') skip();
      const { orm } = store();
      const taken: ReturnType<typeof openReadSession>[] = [];
      const take = (user: string, tenant: string) => {
        const session = openReadSession(orm, { ...people.reader, user, tenant });
        taken.push(session);
        return session.db();
      };
      await take('rita', 'acme');
      const { max } = poolOf(orm)?.options ?? { max: 0 };
      const [ofUser, ofTenant] = [max - 4, max - 2];
      for (let at = 1; at < ofUser; at += 1) await take('rita', 'acme');
      const waiting = take('rita', 'acme');
      expect(await soon(waiting)).toBe(later);
      for (let at = ofUser; at < ofTenant; at += 1) await take(`another ${at}`, 'acme');
      const another = take('bob', 'acme');
      expect(await soon(another)).toBe(later);
      await take('rita', 'globex');
      await taken[0]?.close();
      await waiting;
      await taken[1]?.close();
      await another;
      await Promise.all(taken.map((session) => session.close()));
      await take('rita', 'acme');
      await taken.at(-1)?.close();
    });

    test('twelve ingests that wait for the lock of their tenant hold two connections, and another tenant is answered meanwhile', async ({
      skip,
    }) => {
      if (store().kind === 'pglite') skip();
      const gateway = await createTestGateway(store());
      const { ingests } = runStory(gateway);
      const { address, orm } = store();
      const blocker = new pg.Client({ connectionString: 'url' in address ? address.url : '' });
      await blocker.connect();
      await blocker.query('begin');
      await blocker.query(`select pg_advisory_xact_lock(hashtextextended('vouch.extraction:acme', 0))`);
      let done = 0;
      const all = Array.from({ length: 12 }, (_, at) =>
        ingests(people.service, [
          { path: `${at}.md`, content: decisionRecord(`We will paint buoy ${at}.`) },
        ]).then(() => {
          done += 1;
        }),
      );
      const waiting = async () =>
        Number(
          (
            await blocker.query(
              `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows[0].count,
        );
      try {
        await eventually(async () => expect(await waiting()).toBe(2));
        const eve = { ...people.reader, tenant: 'globex' };
        for (let at = 0; at < 20; at += 1)
          expect(await gateway.ask(eve, '{ memories { totalCount } }')).toEqual({
            data: { memories: { totalCount: 0 } },
          });
        const pool = poolOf(orm);
        expect((pool?.totalCount ?? 99) - (pool?.idleCount ?? 0)).toBeLessThanOrEqual(2);
        expect(done).toBe(0);
      } finally {
        await blocker.query('rollback');
        await blocker.end();
      }
      await Promise.all(all);
      expect(done).toBe(12);
    });
  });
});
