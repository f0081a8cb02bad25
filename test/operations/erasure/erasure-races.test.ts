import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { keepReportArtifact } from '#application/ingestion/steps/store-report-artifact.ts';
import { eraseReportArtifacts } from '#persistence/ingestion/report-artifact.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { createStore, executeIn, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';
import { filesIn, placesOf } from './places-of.ts';

const { admin, contributor, reviewer, service } = people;
const secret = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';
const statements = (content: string) => ({
  schemaName: 'vouch.statements',
  payload: { statements: [{ kind: 'DECISION', content }] },
  fieldConfidence: [{ field: 'content', confidence: 0.9 }],
  extractorVersion: 'roster-1',
});

let store: TestStore;
beforeAll(async () => {
  store = await createStore('postgres');
});
afterAll(() => store.drop());

/** Waits until so many transactions of the store wait for an advisory lock. */
const whenWaiting = async (count: number): Promise<void> => {
  for (;;) {
    const [row] = await store.asOwner<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    if (row?.waiting === count) return;
    await setTimeout(20);
  }
};

describe('what is written while an erasure commits holds none of its words', () => {
  interface Standing {
    readonly interactionId: string;
    readonly candidateId: string;
  }
  const taken = 'Payload';
  const refused = 'UserError';
  const calls: readonly [string, string, typeof admin, (standing: Standing) => object, string][] = [
    [
      'an interaction that is recorded and read',
      'recordInteraction',
      contributor,
      () => ({ project: 'tides', content: `Emil: ${secret}`, extract: true }),
      taken,
    ],
    [
      'an extraction that is recorded',
      'recordExtraction',
      service,
      () => ({ ...statements(secret), project: 'tides' }),
      taken,
    ],
    [
      'an interaction that is read',
      'extractInteraction',
      reviewer,
      ({ interactionId }) => ({ interactionId }),
      taken,
    ],
    [
      'a document',
      'ingestDocuments',
      service,
      () => ({
        project: 'tides',
        documents: [{ path: 'a.md', content: `# A\n\n## Decision\n\n${secret}\n` }],
      }),
      taken,
    ],
    [
      'a memory',
      'createMemory',
      contributor,
      () => ({ project: 'tides', kind: 'DECISION', content: secret }),
      refused,
    ],
    ['an edit', 'editItem', reviewer, ({ candidateId }) => ({ id: candidateId, content: secret }), refused],
    [
      'the reason of a rejection',
      'rejectCandidate',
      reviewer,
      ({ candidateId }) => ({ id: candidateId, reason: `Not so: ${secret}` }),
      refused,
    ],
  ];
  test.for(calls)('%s', async ([, mutation, who, inputOf, outcome]) => {
    const tenant = mutation.toLowerCase();
    const as = (person: typeof admin) => ({ ...person, tenant });
    const { does } = runStory(await createTestGateway(store));
    const { memory } = await does(as(contributor), 'createMemory', {
      project: 'tides',
      kind: 'DECISION',
      content: secret,
    });
    const { interaction } = await does(as(contributor), 'recordInteraction', {
      project: 'tides',
      content: `Dora: ${secret}`,
    });
    const { memory: candidate } = await does(as(contributor), 'createMemory', {
      project: 'tides',
      kind: 'FACT',
      content: 'The pier has forty lamps along its northern side.',
    });
    // The erasure waits for the passes and the other for it: it commits before the other writes.
    const pass = await openWriteSession(store.orm, as(admin), 'system');
    await executeIn(pass, `select pg_advisory_xact_lock(hashtextextended('vouch.extraction:${tenant}', 0))`);
    const erasing = does(as(admin), 'eraseMemory', { id: memory.id, reason: 'A request.' });
    await whenWaiting(1);
    const writing = does(
      as(who),
      mutation,
      inputOf({ interactionId: interaction.id, candidateId: candidate.id }),
    );
    await whenWaiting(2);
    await pass.rollback();
    const [erased, written]: Answer[] = await Promise.all([erasing, writing]);
    expect([erased, written]).toMatchObject([
      { __typename: 'EraseMemoryPayload' },
      { __typename: expect.stringMatching(`${outcome}$`) },
    ]);
    expect(await placesOf(store, tenant, ['Quarrick'])).toEqual([]);
  });

  test('the files of a pass', async () => {
    const as = (person: typeof admin) => ({ ...person, tenant: 'files' });
    const reportDir = mkdtempSync(join(tmpdir(), 'vouch-races-'));
    onTestFinished(() => rmSync(reportDir, { recursive: true }));
    const gateway = await createTestGateway(store, {}, { reportDir });
    const { does, ingests } = runStory(gateway);
    const { wave } = await ingests(as(service), [{ path: 'a.md', content: decisionRecord(secret) }]);
    const [{ id }] = wave.report.candidates.nodes;
    const pass = await openWriteSession(store.orm, as(admin), 'system');
    await executeIn(pass, `select pg_advisory_xact_lock(hashtextextended('vouch.extraction:files', 0))`);
    const erasing = does(as(admin), 'eraseMemory', { id, reason: 'A request.' });
    await whenWaiting(1);
    const writing = keepReportArtifact(gateway.dependencies, as(service), wave.report.id);
    await whenWaiting(2);
    await pass.rollback();
    await Promise.all([erasing, writing]);
    const texts = filesIn(reportDir).map((file) => readFileSync(file, 'utf8'));
    expect(texts).toHaveLength(4);
    expect(texts.join()).not.toContain('Quarrick');
  });
});

test('a report is erased by age while another gateway writes a file of it', async () => {
  const reportDir = mkdtempSync(join(tmpdir(), 'vouch-races-'));
  onTestFinished(() => rmSync(reportDir, { recursive: true }));
  const folder = join(reportDir, 'extraction-reports', 'wav_1');
  const files = ['report.json', ...Array.from({ length: 300 }, (_, at) => `part-${at}`)];
  for (let times = 0; times < 5; times += 1) {
    mkdirSync(folder, { recursive: true });
    for (const name of files)
      writeFileSync(join(folder, name), JSON.stringify({ createdAt: '2026-01-01T00:00:00Z' }));
    const erasing = eraseReportArtifacts(reportDir, new Date('2026-02-01T00:00:00Z'));
    while (files.every((name) => existsSync(join(folder, name)))) await setImmediate();
    writeFileSync(join(folder, 'late'), '');
    await erasing;
    expect(existsSync(folder)).toBe(false);
  }
});
