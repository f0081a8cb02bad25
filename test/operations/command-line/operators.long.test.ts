import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { vouch } from '#test/support/vouch-process.ts';

describe('the commands of the operations guide', () => {
  test('run on the embedded store, from its migration to its copy', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-operators-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const env = { VOUCH_DATA_DIR: join(folder, 'first'), VOUCH_SAMPLE: 'off' };
    const copied = { ...env, VOUCH_DATA_DIR: join(folder, 'second') };
    const file = join(folder, 'backup');
    await vouch(['migrate', '--json'], env);
    await vouch(['backup', file, '--json'], env);
    await vouch(['restore', file, '--json'], copied);
    expect(await vouch(['doctor'], copied)).toContain('schema');
    expect(await vouch(['token', '--user', 'ann', '--roles', 'admin', '--json'], env)).toMatch(/eyJ/);
    expect(JSON.parse(await vouch(['variables', '--json'], {})).length).toBeGreaterThan(50);
  });
});
