import { expect, test } from 'vitest';
import { lockItemsInOrder } from '#persistence/review/locked-items.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { contradictingPairs } from '#test/support/contradicting-pairs.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { executeIn, onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

onServerStore((store) => {
  test('an item with many contradictions is locked and changed without a lock of each', async () => {
    const { admin } = people;
    const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
    const { older } = await contradictingPairs(() => story).conflicting();
    const columns = await store().asOwner<{ names: string }>(`select string_agg(quote_ident(attname), ', ')
      filter (where attname not in ('id', 'newer_id')) as names from pg_attribute
      where attrelid = 'contradictions'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`);
    const names = columns[0]?.names ?? '';
    await store().asOwner(`set session_replication_role = replica;
      insert into contradictions (id, newer_id, ${names}) select 'con_many' || n, 'mem_many' || n, ${names}
        from contradictions, generate_series(1, 1000) n where tenant = 'acme'; set session_replication_role = origin`);

    const locksOf = async (
      change: (session: Awaited<ReturnType<typeof openWriteSession>>) => Promise<unknown>,
    ) => {
      const session = await openWriteSession(store().orm, admin, 'viewer');
      try {
        await change(session);
        const [locks] = await executeIn<{ count: number }[]>(
          session,
          "select count(*)::int as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
        );
        return locks?.count;
      } finally {
        await session.rollback();
      }
    };
    const retire = `update memories set status = 'RETIRED' where tenant = 'acme' and id = '${older}'`;
    expect(
      await locksOf(async (session) => {
        await lockItemsInOrder(session, [older]);
        await executeIn(session, retire);
      }),
    ).toBeLessThan(20);
    expect(await locksOf((session) => executeIn(session, retire))).toBeLessThan(600);
  });
});
