import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openOrm } from '#persistence/store/orm.ts';
import { checkStore } from '#persistence/store/readiness.ts';
import { readDump } from '#test/support/databases.ts';
import { gatewayOver, people } from '#test/support/gateway.ts';

const create = `mutation { createMemory(input: { kind: FACT, project: "p", content: "The mast is twelve metres high." }) {
  ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;

test('flipped bits of the audit log are an error of their own, and the gateway is not ready', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'vouch-damage-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, 'store');
  const first = await openOrm({ dataDir, loadFrom: readDump(inject('pgliteDump')) });
  await (await gatewayOver(first)).ask(people.contributor, create);
  const [row] = await first.em
    .fork()
    .execute<{ file: string }[]>(`select pg_relation_filepath('audit_events') as file`);
  await first.close();
  const file = openSync(join(dataDir, row?.file ?? ''), 'r+');
  writeSync(file, Buffer.alloc(16, 0xff), 0, 16, 8_000);
  closeSync(file);

  const orm = await openOrm({ dataDir });
  onTestFinished(() => orm.close());
  const check = checkStore(orm, { dataDir });
  expect(await check.find()).toBeNull();
  const { errors } = await (await gatewayOver(orm)).ask(people.auditor, '{ verifyAuditChain { valid } }');
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'STORAGE_DAMAGED', sqlState: 'XX001' });
  expect(await check.find()).toBe(
    'the database reports damaged data: look into it, and restore a backup (SQLSTATE XX001)',
  );
});
