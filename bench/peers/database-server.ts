import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startPostgres } from '#test/support/databases.ts';

/** The server that the peers share, for the time of a run. */

interface DatabaseServer {
  readonly url: string;
  readonly stop: () => Promise<void> | void;
}

/** The server does not run as root: as the user that its package made. */
const serverUser = (): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

/** Starts the programs in a folder like the packaged server: without durability. */
const startInstalled = async (programs: string, folder: string): Promise<DatabaseServer> => {
  const user = serverUser();
  const data = join(folder, 'installed');
  mkdirSync(data);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const run = (program: string, ...given: string[]) =>
    execFileSync(join(programs, program), ['-D', data, ...given], { ...user, cwd: data, stdio: 'ignore' });
  run('initdb', '--username=postgres', '--auth=trust', '--encoding=UTF8');
  const port = await freePort();
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  const flags = [`port=${port}`, `unix_socket_directories=${data}`, ...settings].map((flag) => `-c ${flag}`);
  run('pg_ctl', '-w', '-l', join(data, 'server.log'), '-o', flags.join(' '), 'start');
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', '-w', '-m', 'immediate', 'stop');
    },
  };
};

/** Names the server and its compiler flags: test packages are compiled for size, which costs a tenth and more. */
const describe = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ version: string; flags: string | null }>(
    `select current_setting('server_version') as version, (select setting from pg_config where name = 'CFLAGS') as flags`,
  );
  await client.end();
  const [found] = rows;
  return `PostgreSQL ${found?.version}, compiled with ${/-O\w*/.exec(found?.flags ?? '')?.[0] ?? 'unknown flags'}`;
};

/**
 * Gives `work` the URL of a server: of TEST_DATABASE_URL, where the data stay; else one that is started from the programs in
 * BENCH_POSTGRES_BIN (`/usr/lib/postgresql/15/bin`), or the packaged one, and thrown away. `report` hears which one it is.
 */
export const withDatabaseServer = async <Result>(
  report: (line: string) => void,
  work: (url: string) => Promise<Result>,
): Promise<Result> => {
  const programs = process.env.BENCH_POSTGRES_BIN ?? '';
  const isInstalled = programs !== '' && !process.env.TEST_DATABASE_URL;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-peers-'));
  chmodSync(folder, 0o777);
  const { url, stop } = await (isInstalled ? startInstalled(programs, folder) : startPostgres(folder));
  try {
    report(`${await describe(url)}${isInstalled ? `, of ${programs}` : ''}.`);
    return await work(url);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
