import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DataFolderError, lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { firstLine, kill, start } from '#test/support/node-processes.ts';

const root = new URL('../../..', import.meta.url).pathname;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hold = (at = 0) => start('test/persistence/store/hold-folder.ts', [folder, String(at)]);
const sentence = () =>
  `The data folder ${folder} is in use by another gateway. Stop that one, or set VOUCH_DATA_DIR to another folder.`;

describe('a data folder is used by one process', () => {
  test('a second process is refused', async () => {
    expect(await firstLine(hold())).toBe('locked');
    expect(await firstLine(hold())).toBe(sentence());
  });

  test.runIf(spawnSync('unshare', ['-pf', 'true']).status === 0)(
    'so is one whose process numbers are its own, as in another container',
    async () => {
      expect(await firstLine(hold())).toBe('locked');
      const elsewhere = spawn(
        'unshare',
        ['-pf', process.execPath, join(root, 'test/persistence/store/hold-folder.ts'), folder, '0'],
        { env: { PATH: process.env.PATH ?? '' }, stdio: ['pipe', 'pipe', 'pipe'] },
      );
      onTestFinished(() => kill(elsewhere));
      expect(await firstLine(elsewhere)).toBe(sentence());
    },
  );

  test('this process does not take it twice, and may take it again when it gave it back', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderError);
    expect(() => lockDataFolder(`${folder}/.`)).toThrow('is in use by another gateway');
    unlock();
    lockDataFolder(folder)();
  });

  test('the lock of a process that was killed is free, whatever number is left in a file', async () => {
    const first = hold();
    expect(await firstLine(first)).toBe('locked');
    await kill(first);
    // Lock file of earlier releases.
    writeFileSync(join(folder, 'vouch.lock'), String(process.pid));
    lockDataFolder(folder)();
  });

  test('of many that start at the same instant, one has it', async () => {
    const instant = Date.now() + 1_500;
    const answers = await Promise.all(Array.from({ length: 8 }, () => firstLine(hold(instant))));
    expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
    expect(answers.filter((answer) => answer === sentence())).toHaveLength(7);
  });

  test('a lock that is a folder is refused in one sentence, and left as it is', () => {
    mkdirSync(join(folder, 'store.lock'));
    expect(() => lockDataFolder(folder)).toThrow(/^The lock file \S+ cannot be opened\. It must be a file/);
    expect(readdirSync(folder)).toEqual(['store.lock']);
  });

  test.runIf(existsSync('/proc/self'))(
    'a data folder that the kernel lets nobody make is refused at once',
    async () => {
      // In a process of its own: one that hangs there is deaf to any time limit.
      const process = start('test/persistence/store/hold-folder.ts', ['/proc/nope/data', '0']);
      expect(await firstLine(process)).toMatch(/cannot be made or read \(ENOENT\)/);
    },
  );

  test('a data folder that is a file is refused in one sentence', () => {
    writeFileSync(join(folder, 'file'), 'text');
    expect(() => lockDataFolder(join(folder, 'file', 'data'))).toThrow(/cannot be made or read \(ENOTDIR\)/);
  });
});
