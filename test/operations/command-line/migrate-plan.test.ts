import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#test/support/login-database.ts';
import { isLong } from '#test/support/property-runs.ts';

const root = new URL('../../..', import.meta.url).pathname;

/** Runs `vouch migrate --plan`, and gives its exit code and all that it printed. */
const plan = async (env: Readonly<Record<string, string>>, ...further: readonly string[]) => {
  const child = spawn(process.execPath, ['src/main.ts', 'migrate', '--plan', ...further], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, said: out + error };
};

test('the plan of an embedded store that is not there names all that is made, and makes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { code, said } = await plan({ VOUCH_DATA_DIR: folder });
  expect(code).toBe(2);
  expect(said).toContain('The store is empty.\nWould apply migrations/0001-baseline');
  expect(existsSync(join(folder, 'store'))).toBe(false);
  mkdirSync(join(folder, 'store'));
  expect((await plan({ VOUCH_DATA_DIR: folder })).said).toContain('The store is empty.');
  writeFileSync(join(folder, 'file'), '');
  expect(await plan({ VOUCH_DATA_DIR: join(folder, 'file') })).toEqual({
    code: 1,
    said: expect.stringContaining('which is no folder'),
  });
});

test.runIf(isLong)(
  'the plan of a server says what a migration would change, and its exit code says whether',
  async () => {
    const { url, owner, store } = await openDatabase();
    const env = { DATABASE_URL: url, DATABASE_MIGRATION_URL: owner, VOUCH_JWT_SECRET: 'x'.repeat(40) };
    const change = (statement: string) => store.asOwner(statement);
    const listed = () => store.asOwner('select name, checksum, release from store_parts order by name');

    expect(await plan(env)).toEqual({ code: 0, said: 'The store is up to date.\n' });

    await change(`update store_parts set checksum = 'x' || checksum where name = 'policies/votes'`);
    const before = await listed();
    expect(await plan(env)).toEqual({
      code: 2,
      said: expect.stringMatching(
        /^The store is of \S+, this is \S+\.\nWould replace policies\/votes\.\nNobody reads or writes these until it is done: label_policies, votes\.\nGateways that run can stay up\.\n$/,
      ),
    });
    const { code, said } = await plan(env, '--json');
    expect([code, JSON.parse(said)]).toEqual([
      2,
      expect.objectContaining({
        isPending: true,
        migrations: [],
        replaced: ['policies/votes'],
        lockedTables: ['label_policies', 'votes'],
        stopsReleasesUpTo: null,
      }),
    ]);
    expect(await listed()).toEqual(before);

    await change(`update store_parts set release = '99.0.0' where name = 'policies/votes'`);
    expect(await plan(env)).toEqual({ code: 0, said: 'The store is up to date.\n' });
    await change(`insert into store_parts (name, checksum) values ('migrations/9999-later', '')`);
    await change(`update store_parts set contracts = '98.0.0' where name = 'migrations/9999-later'`);
    expect(await plan(env)).toEqual({ code: 1, said: expect.stringContaining('start that release') });
    await change(`update store_parts set checksum = 'x' where name = 'migrations/0001-baseline'`);
    expect(await plan(env)).toEqual({ code: 1, said: expect.stringContaining('begin with an empty store') });

    await change('alter table store_parts rename column name to thing');
    expect(await plan(env)).toEqual({ code: 1, said: expect.stringContaining('is not of Vouch') });
    await change('revoke select on store_parts from public');
    await change('alter table store_parts rename column thing to name');

    const missing = owner.replace(/\/[^/]*$/, '/no_such_database');
    expect(await plan({ ...env, DATABASE_URL: missing, DATABASE_MIGRATION_URL: missing })).toEqual({
      code: 1,
      said: expect.stringContaining('does not exist'),
    });
  },
);
