import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { defaultSettings } from '#application/default-settings.ts';
import { ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { fingerprintOf } from '#application/ingestion/steps/fingerprints.ts';
import { findKnownItems, withNovelty } from '#application/ingestion/steps/known-items.ts';
import { noReadings } from '#application/ingestion/steps/model-readings.ts';
import { readProposals } from '#application/ingestion/steps/read-proposals.ts';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sql } from '#persistence/reading/sql.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { type Orm, openOrm, type StoreAddress } from '#persistence/store/orm.ts';
import { openWriteSession, readFingerprintKey } from '#persistence/store/viewer-session.ts';
import { heuristicJudge } from '#providers/contradiction-judge.ts';
import { startPostgres } from '#test/support/databases.ts';

/**
 * Prints how fast statements are read, and what deduplication costs beside 1,000, 10,000 and 100,000 stored memories, on
 * PGlite and PostgreSQL. Each figure stands beside a bare lower bound of the same run. `node bench/extraction.ts`
 */

const viewer: Viewer = { tenant: 'bench', user: 'agent', roles: ['service'], groups: [] };
const print = (line: string) => process.stdout.write(`${line}\n`);
const figure = (name: string, value: string, bound = '') =>
  print(`  ${name.padEnd(58)} ${value.padStart(14)}${bound === '' ? '' : `   (${bound})`}`);

const secondsOf = async (work: () => unknown): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
};
/** The median of several runs, in milliseconds. */
const medianMs = async (work: () => Promise<unknown>, runs = 7): Promise<number> => {
  const all: number[] = [];
  for (let run = 0; run < runs; run += 1) all.push((await secondsOf(work)) * 1_000);
  return all.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
};

const sampleFolder = new URL('../src/server/sample/corpus/', import.meta.url).pathname;
const samples = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** The sample corpus over and over, each copy with words of its own, so that no two documents say the same. */
const corpus = (bytes: number): string[] => {
  const documents: string[] = [];
  for (let size = 0, copy = 0; size < bytes; copy += 1) {
    const text = samples[copy % samples.length] ?? '';
    const document = text.replaceAll(/\b(\w{6,})\b/g, (word, _, at: number) =>
      at % 5 === 0 ? `${word}${copy}` : word,
    );
    documents.push(document);
    size += Buffer.byteLength(document);
  }
  return documents;
};

const megabytes = (documents: readonly string[]): number =>
  documents.reduce((size, document) => size + Buffer.byteLength(document), 0) / 1_048_576;

const readingAlone = async () => {
  const documents = corpus(3 * 1_048_576);
  const size = megabytes(documents);
  let statements = 0;
  const reading = await secondsOf(() => {
    for (const content of documents) {
      const { title, chunks } = chunkMarkdown(content);
      const document = readDocumentFacts(null, title, chunks);
      for (const chunk of chunks) statements += extractStatements({ ...chunk, document }).length;
    }
  });
  let lines = 0;
  const scanning = await secondsOf(() => {
    for (const document of documents) lines += document.split('\n').length;
  });
  print(`Reading ${size.toFixed(1)} MB, no store`);
  figure(
    'chunks and statements',
    `${(size / reading).toFixed(1)} MB/s`,
    `splitting lines ${(size / scanning).toFixed(0)} MB/s`,
  );
  figure('statements', `${(statements / reading).toFixed(0)} /s`, `${statements} in ${lines} lines`);
};

const words =
  'gauge radar buoy station harbour pier sensor uplink battery reading sample archive decision north south mast cable logger signal noise tide level storm alarm query index cache replica schema tenant review label policy vendor supplier contract budget deadline owner'.split(
    ' ',
  );
/** A sentence as records hold them: a few common words around a few rare ones. */
const sentence = (serial: number): string => {
  const word = (step: number) =>
    words[(serial * 31 + step * 17 + Math.floor(serial / 41) * step) % words.length];
  return `We will use the ${word(1)} ${word(2)} for every ${word(3)} of the ${word(4)} station, and keep the ${word(5)} of ${word(6)} ${serial} until the ${word(7)} is replaced.`;
};

const hold = async (dependencies: AppDependencies, from: number, until: number) => {
  const session = await openWriteSession(dependencies.orm, viewer, 'system');
  const at = dependencies.clock();
  for (let start = from; start < until; start += 5_000) {
    const serials = Array.from({ length: Math.min(5_000, until - start) }, (_, index) => start + index);
    const ids = serials.map(() => dependencies.newId('mem'));
    const common = { tenant: viewer.tenant, project: 'bench' };
    await bulkInsert(
      session.db,
      'memories',
      serials.map((serial, index) => ({
        ...common,
        id: ids[index] ?? '',
        contributor: 'agent',
        audience: [],
        is_personal: false,
        hand_authored: true,
        visibility_key: 'shared',
        status: 'CANDIDATE',
        revision: 1,
        content: sentence(serial),
        confidence: 0.5,
        pending_since: at,
        created_at: at,
        updated_at: at,
        kind: 'DECISION',
        tags: [],
        sensitivity_labels: [],
      })),
    );
    await bulkInsert(
      session.db,
      'fingerprints',
      serials.map((serial, index) => ({
        ...common,
        id: dependencies.newId('fgp'),
        memory_id: ids[index] ?? null,
        revision: 1,
        visibility_key: 'shared',
        type: 'memory:DECISION',
        fingerprint: fingerprintOf(dependencies.fingerprintKey, sentence(serial)),
        claimed: true,
      })),
    );
  }
  await session.commit();
};

/** Fifty statements, half of them stored already. */
const wave = (stored: number): ExtractionSource[] =>
  Array.from({ length: 50 }, (_, index) => ({
    project: 'bench',
    documentId: null,
    source: { kind: 'chunk', id: `chk_${index}` },
    subjectId: null,
    contributor: 'agent',
    audience: [],
    isPersonal: false,
    text: `[Decision] ${sentence(index % 2 === 0 ? index : stored + index)}`,
    headingPath: ['Notes'],
    offset: 0,
    documentPath: 'a.md',
    updatedAt: null,
  }));

const asOwner = <Row extends object>(orm: Orm, statement: string): Promise<Row[]> =>
  orm.em.fork().execute(statement);

const planOf = async (orm: Orm, statement: string): Promise<string[]> =>
  (
    await asOwner<{ 'QUERY PLAN': string }>(
      orm,
      `explain (analyze, costs off, timing off, summary off, buffers off) ${statement}`,
    )
  ).map((row) => row['QUERY PLAN']);

const deduplication = async (dependencies: AppDependencies) => {
  const { orm } = dependencies;
  let stored = 0;
  for (const size of [1_000, 10_000, 100_000]) {
    await hold(dependencies, stored, size);
    stored = size;
    await asOwner(orm, 'analyze memories');
    await asOwner(orm, 'analyze fingerprints');
    const session = await openWriteSession(orm, viewer, 'system');
    const useCase = {
      mutation: 'extractWave',
      dependencies,
      session,
      viewer,
      now: dependencies.clock(),
      record: () => undefined,
      takeOver: false,
      afterCommit: () => undefined,
    };
    const { proposals } = await readProposals(useCase, wave(stored), noReadings);
    const { items: found } = await findKnownItems(useCase, proposals);
    const fresh = proposals.filter(({ identity }) => !found.has(identity));
    const looking = await medianMs(() => findKnownItems(useCase, proposals));
    const comparing = await medianMs(() => withNovelty(useCase, fresh), 5);
    const bare = await medianMs(() => sql`select 1`.execute(session.db));
    await session.rollback();
    figure(
      `beside ${stored}: fingerprints of 50 (${found.size} stored)`,
      `${looking.toFixed(1)} ms`,
      `select 1: ${bare.toFixed(1)} ms`,
    );
    figure(`beside ${stored}: novelty of ${fresh.length}`, `${comparing.toFixed(1)} ms`);
  }
  const key = fingerprintOf(dependencies.fingerprintKey, sentence(7));
  print('  plan of the fingerprint look-up:');
  for (const line of await planOf(
    orm,
    `select f.memory_id from fingerprints f where f.tenant = 'bench' and f.project = any('{bench}') and f.type = any('{memory:DECISION}') and f.fingerprint = any('{${key}}')`,
  ))
    print(`    ${line}`);
  print('  plan of the novelty look-up:');
  for (const line of await planOf(
    orm,
    "select left(i.content, 2000) from memories i where i.tenant = 'bench' and i.project = 'bench' and i.visibility_key = 'shared' order by i.id desc limit 1000",
  ))
    print(`    ${line}`);
};

const ingestion = async (dependencies: AppDependencies) => {
  const documents = corpus(1_048_576).map((content, index) => ({ path: `docs/${index}.md`, content }));
  const size = megabytes(documents.map(({ content }) => content));
  const before = await asOwner<{ count: string }>(dependencies.orm, 'select count(*) from memories');
  const seconds = await secondsOf(async () => {
    for (let start = 0; start < documents.length; start += 100)
      await ingestDocuments(dependencies, {
        viewer,
        requestId: 'bench',
        input: { project: 'ingest', documents: documents.slice(start, start + 100) },
      });
  });
  const after = await asOwner<{ count: string }>(dependencies.orm, 'select count(*) from memories');
  const written = Number(after[0]?.count) - Number(before[0]?.count);
  const session = await openWriteSession(dependencies.orm, viewer, 'system');
  const bare = await secondsOf(() =>
    bulkInsert(
      session.db,
      'interactions',
      documents.map(({ content }) => ({
        id: dependencies.newId('int'),
        tenant: viewer.tenant,
        contributor: 'agent',
        audience: [],
        is_personal: false,
        project: 'bench',
        content,
        occurred_at: dependencies.clock(),
        created_at: dependencies.clock(),
      })),
    ),
  );
  await session.rollback();
  figure(
    `ingesting ${documents.length} documents, waves of 100`,
    `${(size / seconds).toFixed(2)} MB/s`,
    `inserting the bare texts ${(size / bare).toFixed(1)} MB/s`,
  );
  figure('candidates written (cap 50 a wave)', `${(written / seconds).toFixed(0)} /s`);
};

const onStore = async (name: string, address: StoreAddress) => {
  print(`\n${name}`);
  const orm = await openOrm(address);
  await migrate(orm, address);
  const fingerprintKey = await readFingerprintKey(orm);
  const dependencies: AppDependencies = {
    orm,
    settings: defaultSettings,
    fingerprintKey,
    webhookKey: fingerprintKey,
    receiptKey: 'bench',
    clock: () => new Date(0),
    newId: (prefix) => `${prefix}_${v7()}`,
    statementModel: null,
    contradictionJudge: heuristicJudge,
    logJudging: () => undefined,
    verificationModel: null,
    domainModel: null,
    reportDir: null,
    logFault: () => undefined,
    logRecovery: () => undefined,
  };
  await ingestion(dependencies);
  await deduplication(dependencies);
  await orm.close();
};

await readingAlone();
await onStore('PGlite', { dataDir: 'memory://' });
const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
chmodSync(folder, 0o777);
const { url, stop } = await startPostgres(folder);
try {
  await onStore('PostgreSQL', { url });
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
