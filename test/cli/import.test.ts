import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importCommand } from '#cli/import.ts';
import { parseConfig } from '#config/config.ts';

test('a file that is no export is refused before a store is made for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const run = (file: string) => importCommand(parseConfig({ VOUCH_DATA_DIR: dataDir }), file, true);
  writeFileSync(join(folder, 'note'), 'A note.');
  await expect(run(join(folder, 'none'))).rejects.toThrow(/^There is no file \S+\.$/);
  await expect(run(join(folder, 'note'))).rejects.toThrow('no whole export of a tenant (line 1)');
  expect(existsSync(dataDir)).toBe(false);
});
