import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { makeDataFolder } from './data-folder.ts';
import { startServer, withDatabase } from './databases.ts';

const connected = async (url: string): Promise<pg.Client> => {
  for (const deadline = AbortSignal.timeout(20_000); ; await sleep(100)) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (deadline.aborted) throw error;
    }
  }
};

/** A primary with an empty database, and a standby that follows it by streaming replication; both end with the test. */
export const openStandby = async () => {
  const folder = makeDataFolder('vouch-standby-');
  chmodSync(folder, 0o777);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  const primary = await startServer(first);
  const owner = await connected(primary.url);
  onTestFinished(async () => {
    await owner.end();
    await primary.stop();
  });
  await owner.query('create database vouch');
  // The two functions belong to one session.
  await owner.query(`select pg_backup_start('standby', true)`);
  execFileSync('cp', ['--archive', first, second]);
  const { rows } = await owner.query('select labelfile from pg_backup_stop(false)');
  // The server runs as a user of its own when the tests run as root.
  const { uid, gid } = statSync(second);
  for (const [name, text] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    writeFileSync(join(second, name), text);
    chownSync(join(second, name), uid, gid);
  }
  rmSync(join(second, 'postmaster.pid'));
  const { hostname, port, username, password } = new URL(primary.url);
  const standby = await startServer(second, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  });
  const follower = await connected(standby.url);
  let ended = false;
  const stopStandby = async () => {
    if (ended) return;
    ended = true;
    await follower.end();
    await standby.stop();
  };
  onTestFinished(stopStandby);
  return {
    primaryUrl: withDatabase(primary.url, 'vouch'),
    standbyUrl: withDatabase(standby.url, 'vouch'),
    /** Stops and resumes what the standby replays of the primary's log. */
    pause: () => follower.query('select pg_wal_replay_pause()'),
    resume: () => follower.query('select pg_wal_replay_resume()'),
    /** Makes the standby a server of its own, which follows the primary no more. */
    promote: () => follower.query('select pg_promote()'),
    stopStandby,
  };
};
