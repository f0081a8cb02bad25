import { describe, expect, test } from 'vitest';
import { lockItemsInOrder } from '#persistence/review/locked-items.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { executeIn, onPostgres } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

describe('both sides of a contradiction change at once', () => {
  onPostgres((store) => {
    const entries = (tenant: string) =>
      store().asOwner<{ subject_id: string }>(
        "select subject_id from inbox_entries where tenant = ? and reason = 'CONTRADICTION'",
        [tenant],
      );

    /** Both sides of a contradiction in each of these projects, as the pairs stand. */
    const contradictions = async (tenant: string, projects: readonly string[]) => {
      const admin = { ...people.admin, tenant };
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      for (const project of projects)
        for (const content of ['We will run the pump at 5 bar.', 'We will not run the pump at 5 bar.']) {
          const { memory } = await story.does(admin, 'createMemory', { project, kind: 'DECISION', content });
          await story.does(admin, 'promoteCandidate', { id: memory.id });
          await story.does(admin, 'detectContradictions', { memoryId: memory.id });
        }
      const pairs = await store().asOwner<{ older: string; newer: string }>(
        'select older_id as older, newer_id as newer from contradictions where tenant = ? order by id',
        [tenant],
      );
      const [pair, other] = pairs;
      if (pair === undefined || pairs.length !== projects.length) throw new Error('Nothing contradicts.');
      const set = (id: string, status: string) =>
        `update memories set status = '${status}' where tenant = '${tenant}' and id = '${id}'`;
      return { admin, pair, other: other ?? pair, set };
    };

    test('opposite sides that change in two transactions, in any order, wait and do not deadlock', async () => {
      const { admin, pair, other, set } = await contradictions('race-bulk', ['tides', 'pumps']);
      const retire = async (ids: readonly string[]) => {
        const session = await openWriteSession(store().orm, admin, 'viewer');
        try {
          await lockItemsInOrder(session, ids);
          for (const id of ids) {
            await executeIn(session, set(id, 'RETIRED'));
            await new Promise((wait) => setTimeout(wait, 100));
          }
        } catch (error) {
          await session.rollback();
          throw error;
        }
        await session.commit();
      };
      await Promise.all([retire([pair.older, other.older]), retire([other.newer, pair.newer])]);
      expect(await entries('race-bulk')).toEqual([]);
    });

    test.for([
      ['older', 'newer'],
      ['newer', 'older'],
    ] as const)(
      'the entry goes with the side that ends, and it is counted so, where the %s one stands again beside',
      async ([again]) => {
        const tenant = `race-${again}`;
        const { admin, pair, set } = await contradictions(tenant, ['tides']);
        const [stands, ends] = again === 'older' ? [pair.older, pair.newer] : [pair.newer, pair.older];
        await store().asOwner(set(stands, 'RETIRED'));
        expect(await entries(tenant)).toEqual([]);

        const first = await openWriteSession(store().orm, admin, 'viewer');
        const second = await openWriteSession(store().orm, admin, 'viewer');
        await executeIn(first, set(stands, 'ACTIVE'));
        const ending = executeIn(second, set(ends, 'RETIRED'));
        // The second waits for the first, and then sees what it has committed.
        expect(
          await Promise.race([
            ending.then(() => 'done'),
            new Promise((wait) => setTimeout(wait, 300, 'waits')),
          ]),
        ).toBe('waits');
        await first.commit();
        await ending;
        await second.commit();
        expect(await entries(tenant)).toEqual([]);
        const counted = await store().asOwner(
          `select older_status as older, newer_status as newer, sum(contradictions)::int as count from contradiction_counts
            where tenant = ? group by 1, 2 having sum(contradictions) <> 0`,
          [tenant],
        );
        const status = (id: string) => (id === stands ? 'ACTIVE' : 'RETIRED');
        expect(counted).toEqual([{ older: status(pair.older), newer: status(pair.newer), count: 1 }]);
      },
    );
  });
});
