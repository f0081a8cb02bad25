import { describe, expect, test } from 'vitest';
import { sql } from '#persistence/reading/sql.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { waitingItems } from '#test/support/waiting-items.ts';

const reviewer = { ...people.reviewer, tenant: 'plans', groups: ['crew'] };

describe('contradictions are read by the keys of their sides', () => {
  onServerStore((store) => {
    // At night: the wrong plan shows among twenty thousand items.
    test.runIf(isLong)(
      'whatever the statistics say, in a few pages of the store for each',
      async () => {
        for (const statement of waitingItems(reviewer.tenant, 20_000)) await store().asOwner(statement);
        await store().asOwner('update memories set updated_at = created_at');
        await store().asOwner('vacuum full memories');
        for (const statistics of ['', 'analyze']) {
          if (statistics !== '') await store().asOwner(statistics);
          const session = openReadSession(store().orm, reviewer);
          const { rows } = await (async () =>
            sql<{
              'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
            }>`explain (analyze, buffers, format json) select count(*) from contradictions where tenant = ${reviewer.tenant}`.execute(
              await session.db(),
            ))().finally(session.close);
          const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
            rows[0]?.['QUERY PLAN'][0].Plan ?? {};
          expect(hit, statistics).toBeGreaterThan(2_000);
          expect((hit + read) / 2_000, statistics).toBeLessThan(20);
        }
      },
      120_000,
    );
  });
});
