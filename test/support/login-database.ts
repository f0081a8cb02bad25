import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { migrateStore } from '#server/migrate-store.ts';
import { createStore } from './store.ts';

/** A database with a gateway's login of its own, whose password is in a file. */
export const openDatabase = async () => {
  const store = await createStore('postgres');
  if (!('url' in store.address)) throw new Error('a server has an address');
  const owner = store.address.url;
  const database = new URL(owner).pathname.slice(1);
  const login = `vouch_login_${randomUUID().slice(0, 8)}`;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-failover-'));
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'first\n');
  const run = async (statement: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') });
    await client.connect();
    return client.query(statement, values).finally(() => client.end());
  };
  await run(`create role ${login} login password 'first'`);
  const address = new URL(owner);
  Object.assign(address, { username: login, password: '' });
  address.searchParams.set('passwordfile', passwordFile);
  await migrateStore(parseConfig({ DATABASE_URL: address.href, DATABASE_MIGRATION_URL: owner }));
  const disconnect = () =>
    run(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    );
  onTestFinished(async () => {
    await store.drop();
    await run(`drop role if exists ${login}`);
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, url: address.href, owner, database, login, passwordFile, run, disconnect };
};
