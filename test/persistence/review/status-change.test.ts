import { describe, expect, test } from 'vitest';
import { onServerStore } from '#test/support/store.ts';

const insert = (table: string, columns: string, values: string) =>
  `insert into ${table} (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content,
      confidence, pending_since, created_at, updated_at, ${columns})
    values ('item', 'acme', 'p', 'carol', true, 'shared', 'CANDIDATE', 1, 'The gauge', 0.5, now(), now(), now(), ${values})`;

describe('an item whose words stay has none computed anew', () => {
  onServerStore((store) => {
    test.for([
      ['memories', insert('memories', 'kind', `'FACT'`), 1],
      ['graph_entities', insert('graph_entities', 'entity_type, name', `'COMPONENT', 'A thing'`), 2],
    ] as const)('%s', async ([table, inserted, texts]) => {
      const owner = store().orm.em.fork();
      await owner.begin();
      try {
        await owner.execute(`set local track_functions = 'all'`);
        const computed = async () => {
          const [row] = await owner.execute<{ calls: string }[]>(
            `select coalesce(sum(calls), 0) as calls from pg_stat_xact_user_functions where funcname = 'searched_words'`,
          );
          return Number(row?.calls);
        };
        const costs: number[] = [];
        for (const statement of [
          inserted,
          `update ${table} set content = 'The buoy' where tenant = 'acme'`,
          `update ${table} set status = 'ACTIVE', updated_at = now(), confidence = 0.9 where tenant = 'acme'`,
        ]) {
          const before = await computed();
          await owner.execute(statement);
          costs.push((await computed()) - before);
        }
        expect(costs).toEqual([texts, texts, 0]);
      } finally {
        await owner.rollback();
      }
    });
  });
});
