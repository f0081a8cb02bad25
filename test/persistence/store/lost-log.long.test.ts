import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openOrm } from '#persistence/store/orm.ts';
import { readDump } from '#test/support/databases.ts';

const pageSize = 8_192;

let parent: string;
beforeAll(async () => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'vouch-log-')));
  await killStore();
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Leaves the store of a process that was killed after sixty acknowledged writes. */
const killStore = async (): Promise<void> => {
  const [live, killed] = [join(parent, 'live'), join(parent, 'killed')];
  const orm = await openOrm({ dataDir: live, loadFrom: readDump(inject('pgliteDump')) });
  try {
    const em = orm.em.fork();
    await em.execute('create table readings (number int, text text)');
    for (let number = 1; number <= 60; number += 1)
      await em.execute('insert into readings values (?, ?)', [number, 'x'.repeat(800)]);
    cpSync(live, killed, { recursive: true });
    cpSync(`${live}.end`, `${killed}.end`);
  } finally {
    await orm.close();
  }
};

let copies = 0;
/** A copy of the killed store. */
const killedStore = (): string => {
  copies += 1;
  const copy = join(parent, `copy-${copies}`);
  cpSync(join(parent, 'killed'), copy, { recursive: true });
  cpSync(join(parent, 'killed.end'), `${copy}.end`);
  return copy;
};

/** Zeroes pages of the log, counted from its last written one. */
const zeroLog = (store: string, { from, pages }: { readonly from: number; readonly pages: number }): void => {
  const folder = join(store, 'pg_wal');
  const segment = join(
    folder,
    readdirSync(folder)
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      // A segment that is made ahead is empty.
      .filter((name) => readFileSync(join(folder, name)).some((byte) => byte !== 0))
      .sort()
      .at(-1) ?? '',
  );
  const lastPage = Math.floor(readFileSync(segment).findLastIndex((byte) => byte !== 0) / pageSize);
  const descriptor = openSync(segment, 'r+');
  writeSync(descriptor, Buffer.alloc(pages * pageSize), 0, pages * pageSize, (lastPage - from) * pageSize);
  closeSync(descriptor);
};

describe('the log of an embedded store whose process was killed', () => {
  test('is replayed whole', async () => {
    const orm = await openOrm({ dataDir: killedStore() });
    try {
      expect(await orm.em.fork().execute('select count(*)::int as kept from readings')).toEqual([
        { kept: 60 },
      ]);
    } finally {
      await orm.close();
    }
  });

  test.for([
    { name: 'its last page', from: 0, pages: 1 },
    { name: 'its last four pages', from: 3, pages: 4 },
    { name: 'one page before its end', from: 2, pages: 1 },
  ])('is refused at every start when $name was zeroed', async (zeroed) => {
    const store = killedStore();
    zeroLog(store, zeroed);
    const sentence = `The store in ${store} has lost writes that it acknowledged: its log ends before the end that ${store}.end keeps.`;
    await expect(openOrm({ dataDir: store })).rejects.toThrow(sentence);
    await expect(openOrm({ dataDir: store })).rejects.toThrow(sentence);

    rmSync(`${store}.end`);
    const orm = await openOrm({ dataDir: store });
    const [row] = await orm.em
      .fork()
      .execute<{ kept: number }[]>('select count(*)::int as kept from readings');
    expect(row?.kept).toBeLessThan(60);
    await orm.close();
  });
});
