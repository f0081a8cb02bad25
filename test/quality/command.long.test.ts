import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = (...more: readonly string[]) =>
  promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), '--half', 'development', ...more],
    {
      env: { PATH: process.env.PATH },
    },
  );

test('a recording that was written by hand is given again, and no figure is printed of it', async () => {
  const { stdout } = await run(
    '--model',
    '--recording',
    join(import.meta.dirname, 'recordings', 'example.ndjson'),
  );
  expect(stdout).toBe(
    '\ndevelopment\n  The answers of written-by-hand were written by hand, as an example. No model was asked, so nothing is measured.\n' +
      '  8 pairs have an answer, which was given again; 271 have none.\n',
  );
});

test('without a recording or a model the command says what is missing', async () => {
  await expect(run('--model', '--recording', 'none.ndjson')).rejects.toMatchObject({
    stderr:
      'There is no recording none.ndjson yet. Name the model to record: VOUCH_LLM_MODEL is not given.\n',
  });
});
