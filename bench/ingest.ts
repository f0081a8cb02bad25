import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { type IngestedDocument, ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { recordInteraction } from '#application/ingestion/record-interaction.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import type { Database } from '#entities/index.ts';
import { sql } from '#persistence/reading/sql.ts';
import { insertionOfColumns } from '#persistence/store/bulk-insert.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import type { TestStore } from '#test/support/store.ts';
import { eachStore, figure, heading, secondsOf } from './measure.ts';

/**
 * Prints how many candidates a minute ingestion writes (read, routed, deduplicated, labelled, audited), on PGlite and
 * PostgreSQL, beside the bare bulk insert of the very rows that it wrote, under the same row-level security; and how long one dense
 * transcript of 1 MB holds the process. `node bench/ingest.ts [candidates] [--stores postgres] [--settings calls] [--callers 2]`
 */

const { positionals, values: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    stores: { type: 'string', default: 'pglite,postgres' },
    settings: { type: 'string', default: 'waves,calls,transcript' },
    callers: { type: 'string', default: '1' },
  },
});
const wanted = Number(positionals[0] ?? 5_000);
/** Calls under way at once; each is followed by another. */
const callers = Number(chosen.callers);
const isChosen = (setting: string): boolean => chosen.settings.split(',').includes(setting);

const sampleFolder = new URL('../src/server/sample/corpus/', import.meta.url).pathname;
const samples = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** Copies of the sample corpus, each with words of its own, so that every document says something new. */
const documentsFrom = (first: number, count: number): IngestedDocument[] =>
  Array.from({ length: count }, (_, index) => {
    const copy = first + index;
    return {
      path: `records/${copy}.md`,
      content: (samples[copy % samples.length] ?? '').replaceAll(
        /\b(\w{6,})\b/g,
        (word, _word, at: number) => (at % 3 === 0 ? `${word}${copy}` : word),
      ),
    };
  });
const megabytesOf = (documents: readonly IngestedDocument[]): number =>
  documents.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) / 1_048_576;

/** Tables that ingestion writes, in an order that the foreign keys allow; then its audit events. */
const written: readonly (keyof Database & string)[] = [
  'waves',
  'documents',
  'chunks',
  'extraction_reports',
  'extractions',
  'workflow_items',
  'memories',
  'graph_entities',
  'revisions',
  'fingerprints',
  'sightings',
  'dropped_statements',
];

/** The rows of one tenant again, for another: the same text under ids of their own. */
const insertAgain = async (store: TestStore, tenant: string): Promise<{ rows: number; seconds: number }> => {
  const read = async (rowsOfTenant: string): Promise<Record<string, unknown>[]> => {
    const rows = await store.asOwner<{ row: object }>(rowsOfTenant, [tenant]);
    const text = JSON.stringify(rows.map(({ row }) => row))
      .replaceAll(/(_[0-9a-f]{8}-[0-9a-f]{4}-)7/g, '$18')
      .replaceAll(`"tenant":"${tenant}"`, `"tenant":"${tenant}-bare"`);
    return JSON.parse(text) as Record<string, unknown>[];
  };
  const tables: { table: (typeof written)[number]; rows: Record<string, unknown>[] }[] = [];
  for (const table of written)
    tables.push({
      table,
      // The store makes what it generates.
      rows: await read(
        `select to_jsonb(t) - array(select attname::text from pg_attribute where attrelid = '${table}'::regclass and attgenerated <> '') as row
          from "${table}" t where tenant = ? order by id`,
      ),
    });
  const events = await read(
    `select to_jsonb(e) || to_jsonb(t) as row from audit_events e join audit_texts t using (tenant, id) where tenant = ? order by e.sequence`,
  );
  const session = await openWriteSession(
    store.orm,
    { ...people.service, tenant: `${tenant}-bare` },
    'system',
  );
  // Done by a pass as well.
  await sql`select renew_plans()`.execute(session.db);
  const seconds = await secondsOf(async () => {
    for (const { table, rows } of tables)
      for (let start = 0; start < rows.length; start += 1_000)
        await insertionOfColumns(table, rows.slice(start, start + 1_000))?.execute(session.db);
    for (let start = 0; start < events.length; start += 1_000)
      await sql`select append_audit_events(${JSON.stringify(events.slice(start, start + 1_000))}::jsonb)`.execute(
        session.db,
      );
    await session.commit();
  });
  // An event is two rows.
  return { rows: tables.reduce((sum, { rows }) => sum + rows.length, 2 * events.length), seconds };
};

interface Scenario {
  readonly key: string;
  readonly name: string;
  readonly tenant: string;
  readonly documentsAWave: number;
  readonly candidateLimit: number;
}

const scenarios: readonly Scenario[] = [
  {
    key: 'waves',
    name: 'waves of 12 documents, at most 50 candidates each',
    tenant: 'small',
    documentsAWave: 12,
    candidateLimit: 50,
  },
  {
    key: 'calls',
    name: 'waves of 500 documents, the cap raised to 5,000',
    tenant: 'large',
    documentsAWave: 500,
    candidateLimit: 5_000,
  },
];

const measureScenario = async (store: TestStore, dependencies: AppDependencies, scenario: Scenario) => {
  const { name, tenant, documentsAWave, candidateLimit } = scenario;
  let candidates = 0;
  const capped: AppDependencies = {
    ...dependencies,
    newId: (prefix) => {
      if (prefix === 'mem' || prefix === 'ent') candidates += 1;
      return dependencies.newId(prefix);
    },
    settings: { ...dependencies.settings, extraction: { ...extractionDefaults, candidateLimit } },
  };
  const service = viewer('agent', ['service'], { tenant });
  const serverCpu = await serverCpuOf(store);
  let megabytes = 0;
  let documents = 0;
  const cpuBefore = process.cpuUsage();
  const call = async (): Promise<void> => {
    while (candidates < wanted) {
      const next = documentsFrom(documents, documentsAWave);
      megabytes += megabytesOf(next);
      documents += next.length;
      await ingestDocuments(capped, {
        viewer: service,
        requestId: 'bench',
        input: { project: 'bench', documents: next },
      });
    }
  };
  const seconds = await secondsOf(() => Promise.all(Array.from({ length: callers }, call)));
  const cpu = process.cpuUsage(cpuBefore);
  const ofServer = await serverCpu();
  const bare = await insertAgain(store, tenant);
  figure(name, `${((60 * candidates) / seconds).toFixed(0)} candidates/min`);
  figure(`  ${documents} documents, ${bare.rows} rows`, `${(megabytes / seconds).toFixed(2)} MB/s`);
  figure(
    '  CPU of this process',
    `${((cpu.user + cpu.system) / 1_000 / candidates).toFixed(3)} ms a candidate`,
  );
  if (store.kind === 'postgres')
    figure('  CPU of the server', `${(ofServer / candidates).toFixed(3)} ms a candidate`);
  figure(
    '  the bare bulk insert of the same rows',
    `${((60 * candidates) / bare.seconds).toFixed(0)} candidates/min`,
  );
  figure('  share of the bound', `${((100 * bare.seconds) / seconds).toFixed(0)} %`);
};

/** CPU that the connections of this store's server have used since, in milliseconds; 0 when it is embedded. */
const serverCpuOf = async (store: TestStore): Promise<() => Promise<number>> => {
  const total = async (): Promise<number> => {
    if (store.kind === 'pglite') return 0;
    const backends = await store.asOwner<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    const ticks = backends.map(({ pid }) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, each) => sum + 10 * each, 0);
  };
  const before = await total();
  return async () => (await total()) - before;
};

/** A chat that says something in every line. */
const transcript = (bytes: number): string => {
  const lines: string[] = [];
  for (let size = 0, turn = 0; size < bytes - 100; turn += 1) {
    const line = `[10:${String(turn % 60).padStart(2, '0')}] ${['Ada', 'Ben', 'Cleo'][turn % 3]}: We will use gauge ${turn} for buoy ${turn * 7} of the northern station.`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n');
};

/** The longest time, in milliseconds, in which the work let nobody else be served. */
const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await work();
  await setTimeout(20);
  delays.disable();
  return delays.max / 1e6;
};

const measureTranscript = async (dependencies: AppDependencies) => {
  const content = transcript(1_048_576);
  let seconds = 0;
  const longest = await longestHold(async () => {
    seconds = await secondsOf(() =>
      recordInteraction(dependencies, {
        viewer: people.service,
        requestId: 'bench',
        input: { project: 'bench', content, extract: true },
      }),
    );
  });
  figure('a dense transcript of 1 MB, recorded and read', `${seconds.toFixed(2)} s`);
  figure('  the longest time in which nobody else was served', `${longest.toFixed(0)} ms`);
};

await eachStore(async (store) => {
  heading(store.kind);
  const { dependencies } = await createTestGateway(store);
  for (const scenario of scenarios)
    if (isChosen(scenario.key)) await measureScenario(store, dependencies, scenario);
  if (isChosen('transcript')) await measureTranscript(dependencies);
}, chosen.stores.split(','));
process.exit();
