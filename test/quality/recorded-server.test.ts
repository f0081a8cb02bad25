import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLanguageModel } from '#providers/language-model.ts';
import { startTestModel } from '#test/support/language-model.ts';
import { startRecordedServer } from './recorded-server.ts';

const question = { instructions: 'Name statements.', material: '[1]', schema: { type: 'object' } };

/** Asks a model behind a recorded server once, and closes the server. */
const askThrough = async (file: string, upstream: string | null) => {
  const head = { answeredBy: 'model', provider: 'openai', model: 'test-model', begun: '2026-03-01' } as const;
  const server = await startRecordedServer(file, head, upstream);
  const config = { provider: 'openai', model: 'test-model', apiKey: 'test-key', timeoutMs: 5_000 } as const;
  const model = await createLanguageModel({ ...config, baseUrl: server.url });
  const answer = await model.ask(question);
  await server.close();
  return answer;
};

test('an answer is recorded once, and given again without the endpoint', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'answers.ndjson');
  const { url, calls } = await startTestModel(() => ({ statements: [] }));

  expect(await askThrough(file, null)).toEqual({ outcome: 'failed', failure: 'refused' });
  const answered = { outcome: 'answered', value: { statements: [] }, isCut: false };
  expect(await askThrough(file, url)).toEqual(answered);
  expect(await askThrough(file, url)).toEqual(answered);
  expect(await askThrough(file, null)).toEqual(answered);
  expect(calls).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).not.toContain('test-key');
});
