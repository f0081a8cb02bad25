import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openOrm } from '#persistence/store/orm.ts';
import { readDump } from '#test/support/databases.ts';

const mebibyte = 1_048_576;
const disk = mkdtempSync(join(tmpdir(), 'vouch-disk-'));
/** A disk of its own, where this user may mount one. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'none', disk]).status === 0;

afterAll(() => {
  // A store that could not be opened leaves files open.
  if (isMounted) spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true });
});

const filling = join(disk, 'filling');
/** Fills the disk, to its last page. */
const fill = (): void => {
  for (let part = 0; ; part += 1) {
    const { bavail, bsize } = statfsSync(disk);
    if (bavail === 0) return;
    writeFileSync(join(filling, String(part)), Buffer.alloc(Math.min(bavail * bsize, 64 * mebibyte)));
  }
};
const empty = (): void => {
  rmSync(filling, { recursive: true, force: true });
  mkdirSync(filling);
};
const isFull = /The disk of the data folder has 0 MiB left; writes need 128\. Free some space there/;

describe.runIf(isMounted)('a start on a full disk', () => {
  const store = join(disk, 'store');
  beforeAll(async () => {
    empty();
    const live = join(disk, 'live');
    const orm = await openOrm({ dataDir: live, loadFrom: readDump(inject('pgliteDump')) });
    await orm.em.fork().execute('create table readings (text text)');
    await orm.em.fork().execute(`insert into readings select repeat('x', 900) from generate_series(1, 4000)`);
    // A copy of an open store is one whose process was killed: its tables are written from the log when it is opened.
    cpSync(live, store, { recursive: true });
    await orm.close();
    rmSync(live, { recursive: true });
  });

  test('says so, and the store opens once there is space', async () => {
    fill();
    await expect(openOrm({ dataDir: store })).rejects.toThrow(isFull);
    empty();
    const orm = await openOrm({ dataDir: store });
    expect(await orm.em.fork().execute('select count(*)::int as kept from readings')).toEqual([
      { kept: 4_000 },
    ]);
    await orm.close();
  });

  test('makes no new store', async () => {
    fill();
    await expect(openOrm({ dataDir: join(disk, 'new') })).rejects.toThrow(isFull);
    empty();
    await (await openOrm({ dataDir: join(disk, 'new') })).close();
  });
});
