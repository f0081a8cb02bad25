import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './databases.ts';

const known = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];

/** PgBouncer's program; undefined where it is not installed. */
export const pgbouncer = known.find((path) => existsSync(path));

export interface Pooler {
  /** The same address, by the pooler. */
  readonly throughIt: (url: string) => string;
  readonly close: () => Promise<void>;
}

/** The user that it runs as where the tests run as root, which it refuses: `nobody`. */
const nobody = 65_534;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Puts PgBouncer in front of a server. */
export const openPooler = async (
  url: string,
  mode: 'session' | 'transaction',
  settings: readonly string[] = [],
): Promise<Pooler> => {
  const { hostname, port: far, username, password } = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'vouch-pooler-'));
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${far}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      'default_pool_size = 30',
      'max_client_conn = 200',
      ...settings,
      '',
    ].join('\n'),
  );
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  if (isRoot) for (const path of [folder, users, file]) chownSync(path, nobody, nobody);
  const child: ChildProcess = spawn(pgbouncer ?? '', ['-q', file], {
    stdio: 'ignore',
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  const ended = once(child, 'exit');
  for (let look = 0; !(await isListening(port)); look += 1) {
    if (look === 100 || child.exitCode !== null) throw new Error('PgBouncer does not start.');
    await sleep(100);
  }
  return {
    throughIt: (address) => {
      const way = new URL(address);
      way.host = `127.0.0.1:${port}`;
      return way.href;
    },
    close: async () => {
      // At once: nobody is waited for.
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
