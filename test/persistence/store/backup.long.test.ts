import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { backUp, restore } from '#persistence/store/backup.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { readDump } from '#test/support/databases.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';

const gatewayOver = async (dataDir: string, loadFrom?: Blob) => {
  const orm = await openOrm({ dataDir, ...(loadFrom ? { loadFrom } : {}) });
  const gateway = await createTestGateway({
    kind: 'pglite',
    address: { dataDir },
    orm,
    asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
    drop: async () => undefined,
  });
  return { gateway, close: () => orm.close() };
};

test('a backup holds every memory and every audit event, and what is no backup restores nothing', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'vouch-backup-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const [store, other, file] = [join(parent, 'store'), join(parent, 'other'), join(parent, 'backup.tar.gz')];
  const first = await gatewayOver(store, readDump(inject('pgliteDump')));
  for (const number of [1, 2, 3])
    await first.gateway.ask(
      people.contributor,
      `mutation { createMemory(input: { kind: FACT, project: "p", content: "The reading of number ${number}" }) { ... on MemoryPayload { memory { id } } } }`,
    );
  const ask =
    '{ verifyAuditChain { valid events head } memories(filter: { status: { eq: CANDIDATE } }) { nodes { id content } } }';
  const before = await first.gateway.ask(people.admin, ask);
  await first.close();

  const events = await backUp(store, file);
  expect(events).toBe(before.data.verifyAuditChain.events);
  expect(events).toBeGreaterThan(2);
  await expect(backUp(store, file)).rejects.toThrow('is there already');
  await expect(restore(store, file)).rejects.toThrow('move it away');
  expect(await restore(other, file)).toBe(events);
  const again = await gatewayOver(other);
  expect(await again.gateway.ask(people.admin, ask)).toEqual(before);
  await again.close();

  const damaged = join(parent, 'damaged');
  writeFileSync(damaged, 'text');
  await expect(restore(join(parent, 'third'), damaged)).rejects.toThrow('is no backup of a store');
  expect(existsSync(join(parent, 'third'))).toBe(false);
});
