import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './databases.ts';

const versions = '/usr/lib/postgresql';

/** The folder of the programs of the newest PostgreSQL that the machine has, as Debian lays it out; undefined where it has none. */
export const postgresPrograms = (existsSync(versions) ? readdirSync(versions) : [])
  .sort((one, other) => Number(other) - Number(one))
  .map((version) => join(versions, version, 'bin'))
  .find((folder) => existsSync(join(folder, 'initdb')));

/** The user that it runs as where the tests run as root, which it refuses: `nobody`. */
const nobody = 65_534;

/** Starts a server of the machine's own PostgreSQL, whose superuser is `postgres`; the folder is made, and removed at the end. */
export const startInstalledPostgres = async (programs: string, folder: string) => {
  const port = await freePort();
  const who = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...who, cwd: folder, stdio: 'ignore' });
  mkdirSync(folder);
  const password = join(folder, 'password');
  writeFileSync(password, 'postgres\n');
  chmodSync(folder, 0o700);
  if ('uid' in who) for (const path of [folder, password]) chownSync(path, nobody, nobody);
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', `--pwfile=${password}`, '--auth=scram-sha-256', '--no-sync');
  const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off`;
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  return {
    port,
    stop: () => {
      run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
