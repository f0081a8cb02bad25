import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { sql } from '#persistence/reading/sql.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { openReadSession, openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { eachStore, figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * Prints how fast text becomes candidates, and how many facts a second the gateway answers with their whole provenance,
 * on PGlite and PostgreSQL, each beside a bare-SQL lower bound of the same run. `node bench/main-job.ts [documents]`
 */

const documentCount = Number(process.argv[2] ?? 200);
const sampleFolder = new URL('../src/server/sample/corpus/', import.meta.url).pathname;
const samples = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** Copies of the sample corpus, each with words of its own, so that every document says something new. */
const documents = Array.from({ length: documentCount }, (_, copy) => ({
  path: `records/${String(copy).padStart(5, '0')}.md`,
  content: (samples[copy % samples.length] ?? '').replaceAll(/\b(\w{6,})\b/g, (word, _word, at: number) =>
    at % 5 === 0 ? `${word}${copy}` : word,
  ),
}));
const megabytes = documents.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) / 1_048_576;

const provenance = `query Provenance($id: ID!) {
  memory(id: $id) {
    id kind layer trust status content confidence contributor { name } rule extractorVersion sourceSpan { start end text }
    source { ... on Chunk { id ordinal headingPath text document { id path title wave { id startedAt } } } }
    revisions { nodes { revision content editedBy { name } editedAt } }
    extraction { id schemaName workflowItem { id status reason routingVersion idempotencyKey } }
    auditTrail(first: 20) { nodes { id action actor { name } at } }
  }
}`;

await eachStore(async (store) => {
  heading(store.kind);
  const gateway = await createTestGateway(store);
  const { dependencies, ask } = gateway;

  const bareSeconds = await secondsOf(async () => {
    const session = await openWriteSession(store.orm, people.service, 'system');
    const waveId = dependencies.newId('wav');
    const now = new Date();
    await bulkInsert(session.db, 'waves', [
      { id: waveId, tenant: 'acme', project: 'bare', started_by: 'agent', started_at: now },
    ]);
    await bulkInsert(
      session.db,
      'documents',
      documents.map(({ path, content }, index) => ({
        id: dependencies.newId('doc'),
        tenant: 'acme',
        contributor: 'agent',
        audience: [],
        wave_id: waveId,
        project: 'bare',
        path,
        content,
        content_hash: String(index),
        visibility_key: 'shared',
        created_at: now,
      })),
    );
    await session.commit();
  });
  let waveId = '';
  const ingestSeconds = await secondsOf(async () => {
    const { outcome } = await ingestDocuments(dependencies, {
      viewer: people.service,
      requestId: 'bench',
      input: { project: 'bench', documents },
    });
    waveId = outcome.waveId;
  });
  figure('ingest and extract, one wave', `${(documentCount / ingestSeconds).toFixed(0)} documents/s`);
  figure('', `${(megabytes / ingestSeconds).toFixed(2)} MB/s`);
  figure(
    'the same documents as bare inserts, nothing read of them',
    `${(documentCount / bareSeconds).toFixed(0)} documents/s`,
  );
  figure('share of the bound', `${((100 * bareSeconds) / ingestSeconds).toFixed(0)} %`);

  const report = await ask(
    people.admin,
    `{ ingestionWave(id: "${waveId}") { report { candidates(first: 50) { nodes { __typename id } } } } }`,
  );
  const ids: string[] = report.data.ingestionWave.report.candidates.nodes
    .filter((node: { __typename: string }) => node.__typename === 'Memory')
    .map((node: { id: string }) => node.id);
  const [id = ''] = ids;
  const answered = await ask(people.admin, provenance, { id });
  if (answered.data?.memory?.id !== id) throw new Error('Provenance does not answer.');

  const rounds = 5;
  const requests = 100;
  const overGateway: number[] = [];
  const overSql: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    overGateway.push(
      await secondsOf(async () => {
        for (let index = 0; index < requests; index += 1)
          await ask(people.admin, provenance, { id: ids[index % ids.length] });
      }),
    );
    overSql.push(
      await secondsOf(async () => {
        for (let index = 0; index < requests; index += 1) {
          const session = openReadSession(store.orm, people.admin);
          await sql`select to_jsonb(m) || jsonb_build_object(
              'chunk', (select to_jsonb(c) || jsonb_build_object('document', (select jsonb_build_object('path', d.path, 'wave', d.wave_id)
                from documents d where d.tenant = c.tenant and d.id = c.document_id)) from chunks c where c.tenant = m.tenant and c.id = m.source_id),
              'revisions', (select jsonb_agg(r) from revisions r where r.tenant = m.tenant and r.memory_id = m.id),
              'extraction', (select to_jsonb(e) from extractions e where e.tenant = m.tenant and e.id = m.extraction_id),
              'audit', (select jsonb_agg(a) from audit_events a where a.tenant = m.tenant and a.target_id = m.id)) as fact
            from memories m where m.tenant = 'acme' and m.id = ${ids[index % ids.length] ?? ''}`.execute(
            await session.db(),
          );
          await session.close();
        }
      }),
    );
  }
  const gatewayRate = requests / medianOf(overGateway);
  const sqlRate = requests / medianOf(overSql);
  figure('Provenance through the gateway, one after another', `${gatewayRate.toFixed(0)} requests/s`);
  figure(
    'the same rows by one statement, under the same row-level security',
    `${sqlRate.toFixed(0)} requests/s`,
  );
  figure('share of the bound', `${((100 * gatewayRate) / sqlRate).toFixed(0)} %`);
});
