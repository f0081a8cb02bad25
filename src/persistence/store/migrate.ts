import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrations } from './migrations/index.ts';
import { folderOf, type Orm, type StoreAddress } from './orm.ts';
import { connectionOf } from './server-address.ts';

/** Any number: one at a time migrates a database. */
const migrationLock = 7_062_410;

/** SQLSTATE of a lock that was not given in time, and of a deadlock. */
const lockCodes = ['55P03', '40P01'];
const lockAttempts = 20;
const lockPause = 1_000;

/** A gateway that runs beside keeps locks for moments: who waits too long lets it pass, and tries again. Nothing is half done. */
const untilUnlocked = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const codes = [error, (error as Error).cause].map((one) =>
        String((one as { code?: unknown } | null)?.code),
      );
      if (attempt === lockAttempts || !codes.some((code) => lockCodes.includes(code))) throw error;
      await sleep(lockPause);
    }
  }
};

/** The migrator itself takes a while and much memory to find that there is nothing to do. */
const applyPending = async (orm: Orm): Promise<string[]> =>
  (await pendingMigrations(orm)).length === 0 ? [] : (await orm.migrator.up()).map(({ name }) => name);

/** The login takes a session role by name, and has no right of one before: what was asked outside a session is refused. */
const grantsOfRoles = async (client: pg.Client, login: string): Promise<string[]> => {
  const grant = `grant vouch_viewer, vouch_system to ${login}`;
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  return (rows[0]?.version ?? 0) >= 16
    ? [`${grant} with inherit false, set true`]
    : [grant, `alter role ${login} noinherit`];
};

/**
 * Brings the store to the newest schema; returns the names of the migrations that ran. On a server it runs as the owner,
 * one process at a time, and lets the gateway's login role take the two session roles.
 */
export const migrate = async (
  orm: Orm,
  address: StoreAddress,
  loginRole: string | null = null,
): Promise<string[]> => {
  if (!('url' in address)) return applyPending(orm);
  const client = new pg.Client(connectionOf(address.url));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = await untilUnlocked(() => applyPending(orm));
    if (loginRole !== null) {
      const login = client.escapeIdentifier(loginRole);
      for (const statement of await grantsOfRoles(client, login)) await client.query(statement);
      await client.query(`grant select on mikro_orm_migrations to ${login}`);
    }
    return applied;
  } finally {
    await client.end();
  }
};

/** The migrations that this release knows and the store has not had; asked as the gateway's login, which may only read. */
export const pendingMigrations = async (orm: Orm): Promise<string[]> => {
  const em = orm.em.fork();
  // Not by the migrator, which makes its list where there is none.
  const [list] = await em.execute<{ exists: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as exists`,
  );
  const rows = list?.exists
    ? await em.execute<{ name: string }[]>('select name from mikro_orm_migrations')
    : [];
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
};

const logBetweenCheckpoints = 32 * 1_048_576;

/**
 * Does on PGlite what a server does by itself: updates the planner's statistics, without which foreign keys are checked
 * by whole-table scans, and checkpoints after many writes, without which the log would grow for ever.
 */
export const createUpkeep = (orm: Orm) => {
  const folder = folderOf(orm);
  let checkpointAt = 0;
  return async (): Promise<void> => {
    const em = orm.em.fork();
    await em.execute('analyze');
    if (folder === null || folder.logBytes - checkpointAt < logBetweenCheckpoints) return;
    checkpointAt = folder.logBytes;
    await em.execute('checkpoint');
  };
};
