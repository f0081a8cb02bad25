import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rewriteErasedReports } from '#application/erasure/rewrite-erased-reports.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { createStore, type TestStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';
import { filesIn } from './places-of.ts';

const { admin, service } = people;
const secret = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';
const kept = 'We will paint the harbour mast in spring.';

let store: TestStore;
beforeAll(async () => {
  store = await createStore('postgres');
});
afterAll(() => store.drop());

/** Texts of all files below a folder, one after another. */
const textsIn = (folder: string): string =>
  filesIn(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

/** An ingested document with its report files, which another gateway has in a folder of its own. */
const setStage = async (tenant: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [own, others] = [join(folder, 'own'), join(folder, 'others')] as const;
  const gateway = await createTestGateway(store, {}, { reportDir: own });
  const { ingests, does } = runStory(gateway);
  const { wave } = await ingests({ ...service, tenant }, [
    { path: 'a.md', content: decisionRecord(secret, kept) },
  ]);
  const copy = () => cpSync(own, others, { recursive: true });
  copy();
  const [{ id }] = wave.report.candidates.nodes.filter(
    ({ content }: { content: string }) => content === secret,
  );
  const erase = () => does({ ...admin, tenant }, 'eraseMemory', { id, reason: 'A request.' });
  const rewrite = () => rewriteErasedReports({ ...gateway.dependencies, reportDir: others });
  return { own, others, copy, erase, rewrite, waveId: wave.id as string };
};

test("erased words leave another gateway's report files, and what was not erased stays in them", async () => {
  const { own, others, erase, rewrite } = await setStage('others');
  await rewrite();
  expect(textsIn(others)).toContain('Quarrick');
  await erase();
  expect(textsIn(own)).not.toContain('Quarrick');
  await rewrite();
  expect(textsIn(others)).not.toContain('Quarrick');
  expect(textsIn(others)).toContain(kept);
  expect(textsIn(others)).toBe(textsIn(own));
});

test('files are written anew when their gateway ended after any of them', async () => {
  const { own, others, copy, erase, rewrite, waveId } = await setStage('ended');
  const former = filesIn(others).map((file) => [file, readFileSync(file)] as const);
  await erase();
  for (const [stale, text] of former) {
    copy();
    // The summary is written last: a gateway that ended before has left the former one.
    writeFileSync(stale, text);
    const summary = join(others, 'extraction-reports', waveId, 'report.json');
    if (stale !== summary) rmSync(summary);
    await rewrite();
    expect(textsIn(others)).toBe(textsIn(own));
  }
});

test('a file that was never renamed to its place goes when the others are written anew', async () => {
  const { others, erase, rewrite, waveId } = await setStage('unfinished');
  const unfinished = join(others, 'extraction-reports', waveId, '.candidates.ndjson.1');
  writeFileSync(unfinished, secret);
  utimesSync(unfinished, 1, 1);
  await erase();
  await rewrite();
  expect(textsIn(others)).not.toContain('Quarrick');
});

test('what others keep under hidden names beside the files stays, and keeps no erased words', async () => {
  const { others, erase, rewrite, waveId } = await setStage('hidden');
  const folder = join(others, 'extraction-reports', waveId);
  const [snapshot, note] = [join(folder, '.snapshot'), join(folder, '.note')];
  mkdirSync(snapshot);
  writeFileSync(note, kept);
  for (const path of [snapshot, note]) utimesSync(path, 1, 1);
  await erase();
  await rewrite();
  expect(textsIn(others)).not.toContain('Quarrick');
  expect([snapshot, note].filter(existsSync)).toEqual([snapshot, note]);
});
