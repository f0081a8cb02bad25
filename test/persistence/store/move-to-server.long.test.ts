import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { moveToServer } from '#persistence/store/move-to-server.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { readDump } from '#test/support/databases.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { createStore } from '#test/support/store.ts';

const asked = `{ verifyAuditChain { valid events head }
  memories(filter: { status: { eq: CANDIDATE } }, first: 50) { nodes { id content confidence createdAt sourceSpan { start end text } source { ... on Chunk { id document { path content } } } } }
  active: memories(filter: { status: { eq: ACTIVE } }) { nodes { id content } } auditEvents(first: 50) { nodes { id action at } } }`;

test('a store that moved to a server answers as before, its chain goes on, and what it guarded is guarded', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'vouch-move-'));
  const server = await createStore('postgres');
  onTestFinished(async () => {
    await server.drop();
    rmSync(parent, { recursive: true, force: true });
  });
  if (!('url' in server.address)) throw new Error('a server has an address');
  const dataDir = join(parent, 'store');
  const orm = await openOrm({ dataDir, loadFrom: readDump(inject('pgliteDump')) });
  const embedded = await createTestGateway({
    kind: 'pglite',
    address: { dataDir },
    orm,
    asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
    drop: async () => undefined,
  });
  await ingestDocuments(embedded.dependencies, {
    viewer: people.service,
    requestId: 'moved',
    input: {
      project: 'p',
      documents: [
        { path: 'a.md', content: '# Decision: keep the 11 backups\n\nWe decided to keep “11” – 0.1 %.\n' },
      ],
    },
  });
  const { data } = await embedded.ask(
    people.contributor,
    'mutation { createMemory(input: { kind: FACT, project: "p", content: "Zürich has 3 halls" }) { ... on MemoryPayload { memory { id } } } }',
  );
  const { id } = data.createMemory.memory;
  await embedded.ask(
    people.reviewer,
    'mutation ($id: ID!) { promoteCandidate(input: { id: $id }) { ... on ItemPayload { item { id } } } }',
    { id },
  );
  const before = await embedded.ask(people.admin, asked);
  expect(before.errors).toBeUndefined();
  await orm.close();

  expect(await moveToServer(dataDir, server.address.url)).toBe(before.data.verifyAuditChain.events);

  const moved = await createTestGateway(server);
  expect(await moved.ask(people.admin, asked)).toEqual(before);
  // It goes on: the chain grows, a repetition is recognised by the moved key, and triggers and row-level security stand.
  const again = await moved.ask(
    people.contributor,
    'mutation { createMemory(input: { kind: FACT, project: "p", content: "Zürich has 3 halls" }) { ... on MemoryPayload { memory { id } } ... on UserError { code } } }',
  );
  expect(again.data.createMemory.code).toBeDefined();
  const { data: more } = await moved.ask(
    people.contributor,
    'mutation { createMemory(input: { kind: FACT, project: "p", content: "Basel has 4 halls" }) { ... on MemoryPayload { memory { id } } } }',
  );
  expect(more.createMemory.memory.id).toBeDefined();
  const { data: after } = await moved.ask(people.auditor, '{ verifyAuditChain { valid events } }');
  // The refusal, and the memory.
  expect(after.verifyAuditChain).toEqual({ valid: true, events: before.data.verifyAuditChain.events + 2 });
  await expect(server.asOwner('delete from audit_events')).rejects.toThrow();
  const open = await server.asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
  );
  expect(open).toEqual([]);

  await expect(moveToServer(dataDir, server.address.url)).rejects.toThrow('into a new one only');
  await expect(moveToServer(join(parent, 'missing'), server.address.url)).rejects.toThrow(
    'nothing was moved',
  );
  expect(
    (await moved.ask(people.auditor, '{ verifyAuditChain { valid } }')).data.verifyAuditChain.valid,
  ).toBe(true);
});
