import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewerRole } from '#entities/policies.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { testPartitions } from '#test/support/databases.ts';
import { beginning, viewer } from '#test/support/gateway.ts';
import { onServerStore, testOfWholeTables } from '#test/support/store.ts';
import { fillStore, largeTenant } from '../../../bench/million-rows.ts';

const tables = [
  ...(['memories', 'graph_entities', 'extractions', 'workflow_items', 'evidence'] as const),
  ...(['revisions', 'contradictions', 'documents', 'audit_events'] as const),
];

describe('a look-up by ids in a store with many small tenants', () => {
  onServerStore((store) => {
    let client: pg.Client;
    beforeAll(async () => {
      const { address } = store();
      client = new pg.Client({ connectionString: 'url' in address ? address.url : '' });
      await client.connect();
      await fillStore(client, 20_000, beginning);
      await client.query(`set role ${viewerRole}`);
      await client.query(
        `select set_config('vouch.tenant', $1, false), set_config('vouch.user', 'rita', false)`,
        [largeTenant],
      );
    }, 240_000);
    afterAll(() => client.end());

    const who = viewer('rita', ['reader'], { tenant: largeTenant });
    /** The indexes that the plan of all values takes for the table itself. */
    const indexesOf = async (table: string, from: RawBuilder<unknown>) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (generic_plan) ${sql`select n.* from ${from} n`.compile(testPartitions > 0 ? largeTenant : null).sql}`,
      );
      return rows.flatMap(({ 'QUERY PLAN': line }) => {
        const [, index, of] = /Scan using (\w+) on (\w+) stored\b/.exec(line) ?? [];
        return of === table ? [index] : [];
      });
    };

    test.for(tables)('takes the key of %s alone', async (table) => {
      expect(await indexesOf(table, rowsWithIds(who, table, ['x']))).toEqual([`${table}_pkey`]);
    });

    testOfWholeTables('and a list of ids beside the tenant would not', async () => {
      const listed = sql`(select * from memories stored where stored.tenant = ${largeTenant} and stored.id = any(${['x']}::text[]))`;
      const [index] = await indexesOf('memories', listed);
      expect(index).toMatch(/^memories_(?!pkey)/);
    });
  });
});
