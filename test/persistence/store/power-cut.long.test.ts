import { copyFileSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { folderOf, openOrm } from '#persistence/store/orm.ts';
import { readDump } from '#test/support/databases.ts';
import { gatewayOver, people } from '#test/support/gateway.ts';
import { recordDisk } from '#test/support/power-cut.ts';
import { isLong } from '#test/support/property-runs.ts';
import { seededChance } from '#test/support/seeded-chance.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_122);

/** `npm run torture` sets them. */
const rounds = Number(process.env.TORTURE_ROUNDS ?? (isLong ? 3 : 1));

let parent: string;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'vouch-power-')));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const create = `mutation ($content: String!) { createMemory(input: { kind: FACT, project: "p", content: $content }) {
  ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;

describe('a power cut of the embedded store', () => {
  test(`loses nothing that was acknowledged, and leaves an unbroken log (seed ${seed})`, {
    timeout: 240_000 + rounds * 30_000,
  }, async () => {
    const chance = seededChance(seed);
    const acknowledged: string[] = [];
    let unsynced = 0;
    let folder = join(parent, 'store-0');
    await (await openOrm({ dataDir: folder, loadFrom: readDump(inject('pgliteDump')) })).close();
    for (let round = 1; round <= rounds; round += 1) {
      const disk = recordDisk(folder);
      const orm = await openOrm({ dataDir: folder });
      try {
        const { ask } = await gatewayOver(orm);
        const creations = 3 + Math.floor(chance() * 12);
        for (let number = 0; number < creations; number += 1) {
          const { data } = await ask(people.contributor, create, {
            content: `The reading of round ${round} and number ${number} is ${chance()}. ${'x'.repeat(chance() * 20_000)}`,
          });
          acknowledged.push(data.createMemory.memory.id);
          if (chance() < 0.1) await orm.em.fork().execute('checkpoint');
        }
        unsynced += disk.unsynced();
        const next = join(parent, `store-${round}`);
        disk.cut(next, chance);
        // It is beside the store, and never ahead of what was synced.
        copyFileSync(`${folder}.end`, `${next}.end`);
      } finally {
        disk.stop();
        await orm.close();
        rmSync(folder, { recursive: true, force: true });
        folder = join(parent, `store-${round}`);
      }
      const after = await openOrm({ dataDir: folder });
      try {
        const rows = await after.em.fork().execute<{ id: string }[]>('select id from memories');
        const stored = new Set(rows.map(({ id }) => id));
        expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
        const { ask } = await gatewayOver(after);
        expect(await ask(people.auditor, '{ verifyAuditChain { valid } }')).toEqual({
          data: { verifyAuditChain: { valid: true } },
        });
      } finally {
        await after.close();
      }
    }
    if (rounds > 3)
      process.stdout.write(
        `power cuts: ${JSON.stringify({ rounds, acknowledged: acknowledged.length, lost: 0, bytesNotSynced: unsynced })}\n`,
      );
  });

  test('the store asks the disk before it answers', async () => {
    const folder = join(parent, 'store');
    const orm = await openOrm({ dataDir: folder, loadFrom: readDump(inject('pgliteDump')) });
    const before = folderOf(orm)?.syncs ?? 0;
    const em = orm.em.fork();
    await em.execute('create table t (i int)');
    for (let i = 0; i < 5; i += 1) await em.execute('insert into t values (1)');
    expect(folderOf(orm)?.syncs).toBeGreaterThanOrEqual(before + 6);
    await orm.close();
  });

  test('a store whose folder is gone says so, and is asked nothing more', async () => {
    const folder = join(parent, 'store');
    const orm = await openOrm({ dataDir: folder, loadFrom: readDump(inject('pgliteDump')) });
    const em = orm.em.fork();
    await em.execute('select 1');
    renameSync(folder, join(parent, 'elsewhere'));
    await expect(em.execute('checkpoint')).rejects.toThrow(`store, ${folder}, is gone`);
    expect((await folderOf(orm)?.failed)?.message).toContain('restore a backup');
  });
});
