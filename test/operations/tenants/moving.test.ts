import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 } from 'uuid';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { exportTenant } from '#cli/export.ts';
import { tables } from '#entities/index.ts';
import { importTenant } from '#persistence/store/import-tenant.ts';
import { pgliteOf } from '#persistence/store/orm.ts';
import { connectionOf } from '#persistence/store/server-address.ts';
import { readImportedKeys } from '#persistence/store/viewer-session.ts';
import { ingestSampleCorpus } from '#server/sample-corpus.ts';
import { writeSampleStory } from '#server/sample-story.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { createStore, type StoreKind, type TestStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const main = new URL('../../../src/main.ts', import.meta.url).pathname;
const tenant = 'local';
const admin = viewer('alice', ['admin'], { tenant, groups: ['engineering', 'leads'] });

const newStore = async (kind: StoreKind): Promise<TestStore> => {
  const store = await createStore(kind);
  onTestFinished(store.drop);
  return store;
};

const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'tenant.ndjson');
};

/** A gateway over a store, as it is after a restart. */
const serve = async (store: TestStore) => {
  const gateway = await createTestGateway(
    store,
    {},
    { clock: () => new Date(), importedKeys: await readImportedKeys(store.orm) },
  );
  const { url } = await gateway.gateway.listen();
  onTestFinished(() => gateway.gateway.close());
  return { ...gateway, url };
};
type Served = Awaited<ReturnType<typeof serve>>;

/** Runs `vouch export --json` in this process; answers what it printed. */
const exportTo = async (file: string, { url, tokenOf }: Served, who = admin) => {
  const printed: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    await exportTenant({ url, token: await tokenOf(who) }, file, true);
  } finally {
    write.mockRestore();
  }
  return JSON.parse(printed.join(''));
};

const terms = () => ({
  ...{ eventId: `aud_${v7()}`, importId: `exp_${v7()}`, now: new Date() },
  progress: () => undefined,
});

const importFrom = async (file: string, { orm, address }: TestStore) => {
  if (!('url' in address)) return importTenant(pgliteOf(orm), file, terms());
  const client = new pg.Client(connectionOf(address.url));
  await client.connect();
  return importTenant(client, file, terms()).finally(() => client.end());
};

/** Every row of the tenant as text, by table; without what an import adds to the chain. */
const rowsOf = async ({ asOwner }: TestStore, events: number) => {
  const found: Record<string, string[]> = {};
  for (const { meta } of tables) {
    const name = String(meta.tableName);
    const where = ['audit_events', 'audit_texts'].includes(name)
      ? ` and id in (select e.id from audit_events e where e.tenant = t.tenant and e.sequence <= ${events})`
      : '';
    const rows = await asOwner<{ row: string }>(
      `select (to_jsonb(t) - 'state')::text as row from ${name} t where tenant = '${tenant}'${where}`,
    );
    if (!['audit_heads', 'idempotency_keys', 'known_users'].includes(name))
      found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
};

const verify = async ({ ask }: Served) =>
  (await ask(admin, '{ verifyAuditChain { valid events } }')).data.verifyAuditChain;

const repeat = ({ ask }: Served, content: string) =>
  ask(
    viewer('carol', ['contributor'], { tenant }),
    `mutation ($content: String!) { createMemory(input: { kind: DECISION, project: "tidewatch", content: $content }) {
      ... on MemoryPayload { memory { id } } ... on UserError { code } } }`,
    { content },
  );

/** The sample with everything that its story has. */
const makeTenant = async (served: Served) => {
  await ingestSampleCorpus(served.dependencies);
  await writeSampleStory(served.dependencies);
  await served.ask(
    admin,
    'mutation { createWebhook(input: { url: "https://hooks.example.com/", eventTypes: [MEMORY_PROMOTED] }) { __typename } }',
  );
  const content = 'We will paint every fifth buoy red.';
  await repeat(served, content);
  return content;
};

describe.each<[StoreKind, StoreKind]>([
  ['pglite', 'postgres'],
  ['postgres', 'pglite'],
])('a tenant that moves from %s to %s', (from, to) => {
  test('has every row there, a valid chain that goes on, and what it knew is recognised', async () => {
    const [source, target] = [await newStore(from), await newStore(to)];
    const before = await serve(source);
    const content = await makeTenant(before);
    // Another tenant lives where it comes to.
    const neighbour = runStory(await createTestGateway(target));
    await neighbour.candidate('We will keep the neighbour as it is.');
    const file = newFile();
    const { rows, leftOut } = await exportTo(file, before);
    expect(leftOut).toEqual({
      idempotency_keys: expect.any(Number),
      memory_vectors: 0,
      model_answers: 0,
      model_spending: 0,
      unembedded_memories: 0,
    });
    const imported = await importFrom(file, target);
    expect(imported).toMatchObject({ tenant, rows });
    const { events } = imported;

    const [was, is] = [await rowsOf(source, events), await rowsOf(target, events)];
    for (const name of Object.keys(was)) expect([name, is[name]]).toEqual([name, was[name]]);
    expect(Object.values(was).flat().length).toBeGreaterThan(400);

    const after = await serve(target);
    expect(await verify(after)).toEqual({ valid: true, events: events + 1 });
    const { data } = await after.ask(
      admin,
      '{ auditEvents(last: 2) { nodes { action actor { name } } } webhooks { state url } }',
    );
    expect(data.auditEvents.nodes).toEqual([
      { action: 'TENANT_EXPORTED', actor: { name: 'alice' } },
      { action: 'TENANT_IMPORTED', actor: { name: 'vouch' } },
    ]);
    // The store before may notify it still.
    expect(data.webhooks).toEqual([{ state: 'PAUSED', url: 'https://hooks.example.com/' }]);
    expect((await repeat(after, content)).data.createMemory.code).toBe('memory.duplicate');
    expect((await repeat(after, 'We will paint the last buoy.')).data.createMemory.memory.id).toMatch(
      /^mem_/,
    );
    expect(await verify(after)).toMatchObject({ valid: true });
    // Guards are back, and a second import is refused.
    await expect(target.asOwner('delete from audit_events')).rejects.toThrow();
    await expect(importFrom(file, target)).rejects.toThrow(
      /^The tenant local has rows in \w+ here: a tenant is imported where it has none\. Nothing was imported\.$/,
    );
    const there = await after.ask(people.admin, '{ verifyAuditChain { valid events } }');
    expect(there.data.verifyAuditChain).toEqual({ valid: true, events: expect.any(Number) });
  });
});

test('only an admin exports, a change meanwhile ends it, and a damaged file is not imported', async () => {
  const [source, target] = [await newStore('postgres'), await newStore('postgres')];
  const served = await serve(source);
  await makeTenant(served);
  const file = newFile();
  await expect(exportTo(file, served, viewer('oscar', ['auditor'], { tenant }))).rejects.toThrow(
    'exportTenant needs the role admin',
  );
  rmSync(file);
  const first = await served.ask(
    admin,
    'mutation { exportTenant(input: {}) { ... on ExportTenantPayload { cursor } } }',
  );
  const page = (after: string) =>
    served.ask(
      admin,
      `mutation ($after: String!) { exportTenant(input: { after: $after }) { ... on ExportTenantPayload { lines cursor } ... on UserError { code } } }`,
      { after },
    );
  const second = await page(first.data.exportTenant.cursor);
  const { lines } = second.data.exportTenant;
  expect(JSON.parse(lines[0])).toMatchObject({ format: 'vouch-tenant/1', tenant });
  // The admin of another tenant, and a cursor of nobody's export.
  const forged = Buffer.from(
    JSON.stringify({ exportId: 'exp_1', sequence: null, table: 0, key: null, rows: {} }),
  ).toString('base64url');
  expect((await page(forged)).data.exportTenant.code).toBe('not_found');

  await exportTo(file, served);
  const text = readFileSync(file, 'utf8');
  const whole = text.trimEnd().split('\n');
  const damage = async (changed: string, why: RegExp) => {
    const other = newFile();
    writeFileSync(other, changed);
    await expect(importFrom(other, target)).rejects.toThrow(why);
  };
  await damage(`${whole.slice(0, -1).join('\n')}\n`, /it was cut: run the export again/);
  await damage(text.slice(0, -40), /no whole export of a tenant \(line \d+\)/);
  await damage(
    whole.filter((line) => !line.startsWith('{"table":"memories"')).join('\n'),
    /has 0 of \d+ rows of memories/,
  );
  const event = whole.findIndex((line) => line.startsWith('{"table":"audit_events"'));
  await damage(
    whole.with(event, String(whole[event]).replace(/"actor":"[^"]+"/, '"actor":"mallory"')).join('\n'),
    /its audit chain is broken/,
  );
  expect(await target.asOwner('select 1 from audit_events')).toEqual([]);
  await expect(exportTo(file, served)).rejects.toThrow('is whole already');
});

test('an export and an import that are killed with -9 are gone on with, or begun again, and nothing is lost', async () => {
  const [source, target] = [await newStore('postgres'), await newStore('postgres')];
  const served = await serve(source);
  await makeTenant(served);
  const story = runStory(served);
  const service = viewer('ingest-agent', ['service'], { tenant });
  const filler = `\`\`\`\n${'gauge 17: 4.2 m, calm, read at noon\n'.repeat(900)}\`\`\``;
  for (let call = 0; call < 4; call += 1)
    await story.ingests(
      service,
      Array.from({ length: 30 }, (_, number) => ({
        path: `log/${call}-${number}.md`,
        content: `# Log ${call} ${number}\n\n${filler}\n\n## Decision: keep log ${call} ${number}\n`,
      })),
      { project: 'logs' },
    );
  const file = newFile();
  const run = (...given: string[]) =>
    spawn(process.execPath, [main, ...given], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: 'url' in target.address ? target.address.url : '',
        VOUCH_JWT_SECRET: 'a-secret-of-the-tests-with-32-bytes-and-more',
      },
    });
  const token = await served.tokenOf(admin);
  const cut = run('export', file, '--url', served.url, '--token', token);
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('{"after":'), {
    timeout: 60_000,
    interval: 1,
  });
  cut.kill('SIGKILL');
  await once(cut, 'exit');
  expect(readFileSync(file, 'utf8')).not.toContain('{"end":true');
  // A line that was half written.
  writeFileSync(file, '{"table":"memories","row":{"id"', { flag: 'a' });
  const { tables: exported } = await exportTo(file, served);
  expect(exported.documents).toBeGreaterThan(120);

  const broken = run('import', file);
  await vi.waitFor(
    async () => {
      const active = await target.asOwner(
        `select 1 from pg_stat_activity where datname = current_database() and query like 'insert into%'`,
      );
      expect(active).toHaveLength(1);
    },
    { timeout: 60_000, interval: 1 },
  );
  broken.kill('SIGKILL');
  await once(broken, 'exit');
  await vi.waitFor(async () => expect(await target.asOwner('select 1 from documents limit 1')).toEqual([]));
  const [status] = await once(run('import', file), 'exit');
  expect(status).toBe(0);
  const [head] = await target.asOwner<{ events: number }>(
    `select sequence::int as events from audit_heads where tenant = '${tenant}'`,
  );
  const events = (head?.events ?? 0) - 1;
  const [was, is] = [await rowsOf(source, events), await rowsOf(target, events)];
  for (const name of Object.keys(was)) expect([name, is[name]?.length]).toEqual([name, was[name]?.length]);
  expect(is.documents).toEqual(was.documents);
  expect(await verify(await serve(target))).toEqual({ valid: true, events: events + 1 });
});
