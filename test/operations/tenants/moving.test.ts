import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ingestSampleCorpus } from '#server/sample/sample-corpus.ts';
import { writeSampleStory } from '#server/sample/sample-story.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { isLong, sampleOf } from '#test/support/property-runs.ts';
import type { StoreKind } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';
import {
  admin,
  exportTo,
  importFrom,
  newFile,
  newStore,
  rowsOf,
  type Served,
  serve,
  tenant,
} from '#test/support/tenant-files.ts';

const main = new URL('../../../src/main.ts', import.meta.url).pathname;
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

const moves: readonly [StoreKind, StoreKind][] = [
  ['pglite', 'postgres'],
  ['postgres', 'pglite'],
];
describe.each(sampleOf(moves, 2))('a tenant that moves from %s to %s', (from, to) => {
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
      inbox_counts: expect.any(Number),
      item_counts: expect.any(Number),
      contradiction_classes: expect.any(Number),
      contradiction_counts: expect.any(Number),
      item_names: expect.any(Number),
      item_vectors: 0,
      model_answers: 0,
      model_spending: 0,
      quality_counts: expect.any(Number),
      unembedded_items: 0,
    });
    // Numbers that all tenants draw would count the rows of others; where one is written into a file, it is not taken.
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/^\{"table":"(?:chunks|documents|interactions|memories)".*"written_order"/m);
    writeFileSync(file, text.replaceAll(/"row":\{/g, '"row":{"written_order":1000000000000000,'));
    const imported = await importFrom(file, target);
    expect(imported).toMatchObject({ tenant, rows });
    expect(
      await target.asOwner(
        'select 1 from chunks where written_order > 1000000 union all select 1 from memories where written_order > 1000000',
      ),
    ).toEqual([]);
    const { events } = imported;

    const [was, is] = [await rowsOf(source, events), await rowsOf(target, events)];
    for (const name of Object.keys(was)) expect([name, is[name]]).toEqual([name, was[name]]);
    expect(Object.values(was).flat().length).toBeGreaterThan(400);

    const after = await serve(target);
    const counts =
      '{ memories { totalCount } candidates { totalCount } entities { totalCount } inbox { totalCount } }';
    expect(await after.ask(admin, counts)).toEqual(await before.ask(admin, counts));
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

test.runIf(isLong)(
  'only an admin exports, a change meanwhile ends it, and a damaged file is not imported',
  async () => {
    const [source, target] = [await newStore('postgres'), await newStore('postgres')];
    const served = await serve(source);
    await makeTenant(served);
    const file = newFile();
    await expect(exportTo(file, served, viewer('oscar', ['auditor'], { tenant }))).rejects.toThrow(
      'exportTenant needs the role admin',
    );
    expect(existsSync(file)).toBe(false);
    const notes = newFile();
    for (const text of ['{}\n', '{"format":"vouch-tenant/2"}\n', 'What nobody has elsewhere.\n']) {
      writeFileSync(notes, text);
      await expect(exportTo(notes, served)).rejects.toThrow(
        'is there already, and is no export that was cut',
      );
      expect(readFileSync(notes, 'utf8')).toBe(text);
    }
    await expect(exportTo(dirname(notes), served)).rejects.toThrow('is there already');
    await expect(exportTo(join(notes, 'x'), served)).rejects.toThrow('cannot be opened');
    writeFileSync(file, '{"format":"vouch-te');
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
    const { cursor } = first.data.exportTenant;
    const second = await page(cursor);
    const { lines } = second.data.exportTenant;
    expect(JSON.parse(lines[0])).toMatchObject({ format: 'vouch-tenant/1', tenant });
    // A cursor that an admin changed.
    const [place = '', signature] = String(cursor).split('.');
    const other = { ...JSON.parse(Buffer.from(place, 'base64url').toString()), key: 'nonsense' };
    const forged = `${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`;
    for (const after of [forged, place, 'nonsense'])
      expect((await page(after)).data.exportTenant.code).toBe('not_found');
    // A change before the first page is read ends an export, too.
    await repeat(served, 'The pier has\u2028two lamps.');
    expect((await page(cursor)).data.exportTenant.code).toBe('export.changed');

    await exportTo(file, served);
    const text = readFileSync(file, 'utf8');
    const whole = text.trimEnd().split('\n');
    const damage = async (changed: string, why: RegExp) => {
      const other = newFile();
      writeFileSync(other, changed);
      await expect(importFrom(other, target)).rejects.toThrow(why);
      expect(await target.asOwner('select 1 from audit_events')).toEqual([]);
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
    const head = whole.findIndex((line) => line.startsWith('{"table":"audit_heads"'));
    await damage(
      whole.with(head, String(whole[head]).replace(/"hash":"[0-9a-f]{8}/, '"hash":"00000000')).join('\n'),
      /its audit chain is broken/,
    );
    await damage(
      text.replace(/"extraction_id":"[^"]+"/, '"extraction_id":"ext_1"'),
      /violates foreign key constraint/,
    );
    const [header = '', row = ''] = whole;
    const ofAnother = { ...JSON.parse(header), tenant: 'evil' };
    await damage([header, row, JSON.stringify(ofAnother), ...whole.slice(2)].join('\n'), /\(line 3\)/);
    await damage(
      [header, `${row.slice(0, -1)},"row":{"tenant":"${tenant}"}}`, ...whole.slice(2)].join('\n'),
      /./,
    );
    const ofInstallation = `{"table":"installation","row":{"tenant":"${tenant}"}}`;
    const counted = whole.slice(1).map((line) => line.replace('"rows":{', '"rows":{"installation":1,'));
    await damage([header, ofInstallation, ...counted].join('\n'), /there is no table installation/);
    const twice = whole.map((line) => line.replace(/"tenant":"local"/, '"tenant":"evil","tenant":"local"'));
    // Line ends of Windows are accepted.
    const copied = newFile();
    writeFileSync(copied, `${twice.join('\r\n')}\r\n`);
    await importFrom(copied, target);
    expect(await target.asOwner(`select 1 from memories where tenant = 'evil'`)).toEqual([]);
    const [{ content } = { content: '' }] = await target.asOwner<{ content: string }>(
      `select content from memories where content like 'The pier has%'`,
    );
    expect(content).toBe('The pier has\u2028two lamps.');
    await expect(exportTo(file, served)).rejects.toThrow('is whole already');
  },
);

test.runIf(isLong)(
  'an export and an import that are killed with -9 are gone on with, or begun again, and nothing is lost',
  async () => {
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
  },
);
