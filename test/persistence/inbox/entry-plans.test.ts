import { describe, expect, test } from 'vitest';
import { onServerStore } from '#test/support/store.ts';

const candidates = (
  from: number,
  to: number,
) => `insert into memories (id, tenant, project, contributor, hand_authored,
    visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
  select 'mem_' || g, 'plans', 'p', 'u' || g % 20, true, 'shared', 'CANDIDATE', 1, 'Gauge ' || g, 0.5, now(), now(), now(), 'FACT'
  from generate_series(${from}, ${to}) g`;
const few = 8;

describe('entries of the inbox are written with plans that fit an inbox of any size', () => {
  onServerStore((store) => {
    test('a connection that planned while the inbox was nearly empty looks entries up by index', async () => {
      await store().asOwner(candidates(1, few));
      await store().asOwner('vacuum analyze inbox_entries');
      const owner = store().orm.em.fork();
      await owner.begin();
      const scans = async () => {
        const [row] = await owner.execute<{ scans: string }[]>(
          `select seq_scan as scans from pg_stat_xact_user_tables where relname = 'inbox_entries'`,
        );
        return Number(row?.scans);
      };
      const defer = async () => {
        for (let place = 1; place <= few; place += 1)
          await owner.execute(
            `update memories set pending_since = pending_since + interval '1 second' where tenant = 'plans' and id = 'mem_${place}'`,
          );
      };
      await defer();
      await owner.execute(candidates(few + 1, 2_000));
      const before = await scans();
      await defer();
      const after = await scans();
      await owner.rollback();
      expect(after - before).toBe(0);
    });
  });
});
