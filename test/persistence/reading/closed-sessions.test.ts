import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { tables } from '#entities/index.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { executeIn, onEveryStore } from '#test/support/store.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { asOwner } from '#test/support/visibility/seen-rows.ts';
import { governedTables } from '#test/support/visibility/thing-rows.ts';
import { everyThing } from '#test/support/visibility/things.ts';

describe('a session is shut until it says who looks', () => {
  const nobody: Viewer = { tenant: '', user: '', roles: [], groups: [] };
  onEveryStore((store) => {
    beforeAll(async () => {
      await placeThings(asOwner(store()), everyThing);
    });
    const countIn = async (table: string, run: (text: string) => Promise<{ count: string }[]>) =>
      [table, Number((await run(`select count(*) as count from ${table}`))[0]?.count)] as const;
    const tableNames = tables.map(({ meta }) => String(meta.tableName));
    /** Tables that the system role does not need: nothing is granted. */
    const untouched = ['entity_relations', 'project_state', 'project_state_versions'];

    /** A table of the gateway's own work, of which a viewer is shown nothing: nothing is granted to them. */
    const ofSystemAlone = ['model_answers'];
    const granted = (role: string, names: readonly string[]) =>
      store().asOwner(
        `select name, privilege from unnest(array[${names.map((name) => `'${name}'`).join(', ')}]) name,
           unnest(array['select', 'insert', 'update', 'delete']) privilege
         where has_table_privilege('${role}', name, privilege)`,
      );

    test('the system role is granted nothing of the graph and of trusted state', async () => {
      expect(await granted('vouch_system', untouched)).toEqual([]);
    });

    test('the role of a viewer is granted nothing of what models answered', async () => {
      expect(await granted('vouch_viewer', ofSystemAlone)).toEqual([]);
    });

    test('nobody sees no row of any table', async () => {
      const session = await openWriteSession(store().orm, nobody, 'viewer');
      for (const table of tableNames.filter((name) => !ofSystemAlone.includes(name)))
        expect(await countIn(table, (text) => executeIn(session, text))).toEqual([table, 0]);
      await session.rollback();
      const system = await openWriteSession(store().orm, nobody, 'system');
      for (const table of tableNames.filter((name) => !untouched.includes(name)))
        expect(await countIn(table, (text) => executeIn(system, text))).toEqual([table, 0]);
      await system.rollback();
    });

    test('the system role sees the whole of its tenant, and nothing of another', async () => {
      const system = await openWriteSession(
        store().orm,
        { ...nobody, tenant: 'acme', user: 'eve' },
        'system',
      );
      for (const table of governedTables.filter((name) => !untouched.includes(name))) {
        const rows = await executeIn<{ tenant: string; count: string }[]>(
          system,
          `select tenant, count(*) as count from ${table} group by 1`,
        );
        expect([table, rows.map(({ tenant, count }) => [tenant, Number(count)])]).toEqual([
          table,
          // The last thing of a tenant has no neighbour to contradict.
          [['acme', everyThing.length / 2 - (table === 'contradictions' ? 1 : 0)]],
        ]);
      }
      await system.rollback();
    });

    test('what is hidden is not updated, and nothing is written into another tenant', async () => {
      const reader: Viewer = { tenant: 'acme', user: 'eve', roles: ['reader'], groups: [] };
      const session = await openWriteSession(store().orm, reader, 'viewer');
      const updated = await executeIn<
        { status: string; personal: boolean; audience: string[]; tenant: string }[]
      >(
        session,
        `update memories set summary = 'x' returning status, is_personal as personal, audience, tenant`,
      );
      expect(updated.length).toBeGreaterThan(0);
      for (const { status, personal, audience, tenant } of updated)
        expect([
          ['ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED'].includes(status),
          personal,
          audience,
          tenant,
        ]).toEqual([true, false, [], 'acme']);
      await session.rollback();
      for (const as of ['viewer', 'system'] as const) {
        const writer = await openWriteSession(store().orm, reader, as);
        await expect(
          executeIn(
            writer,
            `insert into idempotency_keys (tenant, user_id, key, mutation, input_hash, created_at) values ('elsewhere', 'rita', 'k', 'm', 'h', now())`,
          ),
        ).rejects.toThrow(/row-level security/);
        await writer.rollback();
      }
    });
  });
});
