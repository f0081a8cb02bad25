import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '#entities/index.ts';
import { type DeletionTerms, deleteTenant } from '#persistence/store/delete-tenant.ts';
import { pgliteOf } from '#persistence/store/orm.ts';
import { asOwnerOf } from '#persistence/store/unguarded-tables.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const main = new URL('../../../src/main.ts', import.meta.url).pathname;
const chain = '{ verifyAuditChain { valid events head } }';

describe('a tenant is deleted', () => {
  onServerStore((store) => {
    const reportDir = mkdtempSync(join(tmpdir(), 'deleted-'));
    afterAll(() => rmSync(reportDir, { recursive: true }));

    /** Rows of a tenant, by table. */
    const count = async (tenant: string) => {
      const found: Record<string, number> = {};
      for (const { meta } of tables) {
        const [row] = await store().asOwner<{ count: number }>(
          `select count(*)::int as count from ${meta.tableName} where tenant = ?`,
          [tenant],
        );
        if (row?.count) found[String(meta.tableName)] = row.count;
      }
      return found;
    };
    const run = async (tenant: string) => {
      // Waits until the one connection of the embedded store is free.
      await store().asOwner('select 1');
      const terms: DeletionTerms = {
        ...{ eventId: `aud_${v7()}`, deletionId: `del_${v7()}`, now: new Date(), reportDir },
      };
      const { address, orm } = store();
      return 'url' in address
        ? asOwnerOf(address.url, (owner) => deleteTenant(owner, tenant, terms))
        : deleteTenant(pgliteOf(orm), tenant, terms);
    };

    test('with every row but its audit chain, which is valid and says how much went; others keep all', async () => {
      const gateway = await createTestGateway(store(), {}, { reportDir });
      const story = runStory(gateway);
      const waveOf = async (tenant: string): Promise<string> => {
        const { wave } = await story.ingests(viewer('agent', ['service'], { tenant }), [
          {
            path: 'a.md',
            content: decisionRecord('We will moor the pontoon.', 'We will light the pontoon.'),
          },
        ]);
        const [first] = wave.report.candidates.nodes;
        await story.does(viewer('bob', ['reviewer'], { tenant }), 'promoteCandidate', { id: first.id });
        return wave.id;
      };
      const [gone, kept] = [await waveOf('acme'), await waveOf('globex')];
      const artifact = (wave: string) => existsSync(join(reportDir, 'extraction-reports', wave));
      expect([artifact(gone), artifact(kept)]).toEqual([true, true]);
      const { data: was } = await gateway.ask(people.admin, chain);
      const [before, neighbour] = [await count('acme'), await count('globex')];

      const deleted = await run('acme');

      const { audit_events: events, audit_heads, ...others } = before;
      expect(deleted).toEqual({ tenant: 'acme', rows: others, events: (events ?? 0) + 1 });
      expect(others).toMatchObject({ memories: 2, documents: 1, audit_texts: expect.any(Number) });
      expect(await count('acme')).toEqual({ audit_events: deleted.events, audit_heads: 1, audit_texts: 1 });
      expect(await count('globex')).toEqual(neighbour);
      expect([artifact(gone), artifact(kept)]).toEqual([false, true]);
      const { data } = await gateway.ask(
        people.admin,
        `{ verifyAuditChain { valid events } auditEvents(last: 1) { nodes { action actor { name } before after previousHash } } memories { totalCount } }`,
      );
      expect(data).toEqual({
        verifyAuditChain: { valid: true, events: deleted.events },
        auditEvents: {
          nodes: [
            {
              action: 'TENANT_DELETED',
              actor: { name: 'vouch' },
              before: null,
              after: { deleted: others },
              previousHash: was.verifyAuditChain.head,
            },
          ],
        },
        memories: { totalCount: 0 },
      });
      await expect(store().asOwner('delete from audit_events')).rejects.toThrow(/written once/);
      await expect(run('acme')).rejects.toThrow('has no rows here');
      // The name may be used again, and its chain goes on.
      await story.candidate('We will moor it again.');
      expect((await gateway.ask(people.admin, chain)).data.verifyAuditChain.valid).toBe(true);
    });

    test('and one without rows is refused', async () => {
      await expect(run('nobody')).rejects.toThrow('The tenant nobody has no rows here. Nothing was deleted.');
      expect(await count('nobody')).toEqual({});
    });
  });
});

test.runIf(isLong)('vouch delete-tenant deletes nothing before its name is repeated', () => {
  for (const given of [[], ['--confirm', 'acm']]) {
    const { stderr, status } = spawnSync(process.execPath, [main, 'delete-tenant', 'acme', ...given], {
      encoding: 'utf8',
    });
    expect([stderr, status]).toEqual([
      'This deletes all that the tenant acme has, and there is no undo. Repeat its name: --confirm acme\n',
      1,
    ]);
  }
});
