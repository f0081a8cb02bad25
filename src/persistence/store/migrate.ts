import type { SqlEntityManager } from '@mikro-orm/sql';
import type pg from 'pg';
import { auditRole, erasureRole, indexRole } from '#entities/policies.ts';
import {
  isLockError,
  type LockPatience,
  lockPatience,
  migrationLockTimeout,
  TablesBusy,
  untilUnlocked,
} from './migration-locks.ts';
import { currentRelease, gapOf, type MigrationPlan, planMigration, type Release } from './migration-plan.ts';
import { folderOf, type Orm, type StoreAddress } from './orm.ts';
import { connectionOf } from './server-address.ts';
import { createClient } from './server-client.ts';
import type { StorePart } from './store-parts.ts';

/** Any number: one at a time migrates a database. */
const migrationLock = 7_062_410;

/** Roles that own functions: only who may create in a schema can be given a function in it. */
const owners = [auditRole, erasureRole, indexRole].join(', ');

/** Ends the wait for all tables together, after a moment: everybody who asks for one waits behind it. */
const lockTables = async (em: SqlEntityManager, tables: readonly string[]): Promise<void> => {
  if (tables.length === 0) return;
  await em.execute(`set local statement_timeout = ${migrationLockTimeout}`);
  try {
    await em.execute(`lock table ${tables.join(', ')} in access exclusive mode`);
  } catch (error) {
    throw isLockError(error) ? new TablesBusy(tables, error) : error;
  }
  await em.execute('set local statement_timeout to default');
};

/** The list of the store's parts, with the columns of releases, which stores of unreleased versions lack. */
const createList = async (em: SqlEntityManager): Promise<void> => {
  await em.execute(
    'create table if not exists store_parts (name text not null primary key, checksum text not null, applied_at timestamptz(3) not null default now(), release text, contracts text)',
  );
  const [{ known } = { known: 0 }] = await em.execute<{ known: number }[]>(
    `select count(*)::int as known from pg_attribute where attrelid = 'store_parts'::regclass and attname in ('release', 'contracts')`,
  );
  if (known < 2)
    await em.execute('alter table store_parts add column release text, add column contracts text');
};

/**
 * Brings the store to the release in one transaction: drops what changed, runs the migrations, then makes functions, triggers
 * and policies.
 */
const applyParts = (orm: Orm, release: Release): Promise<string[]> =>
  orm.em.fork().transactional(async (em) => {
    await createList(em);
    const plan = await planMigration(em, release);
    await lockTables(em, plan.lockedTables);
    for (const statement of plan.drops) await em.execute(statement);
    const run = async (made: readonly StorePart[]): Promise<void> => {
      for (const { statements } of made) for (const statement of statements) await em.execute(statement);
    };
    await run(plan.migrations);
    // A function may call one that is made after it.
    await em.execute('set local check_function_bodies = off');
    await em.execute(`grant create on schema public to ${owners}`);
    await run(plan.replaced);
    await em.execute(`revoke create on schema public from ${owners}`);
    for (const name of plan.removed) await em.execute('delete from store_parts where name = ?', [name]);
    const made = [...plan.migrations, ...plan.replaced];
    for (const { name, checksum, contracts } of made)
      await em.execute(
        'insert into store_parts (name, checksum, release, contracts) values (?, ?, ?, ?) on conflict (name) do update set checksum = excluded.checksum, release = excluded.release, applied_at = now()',
        [name, checksum, release.version, contracts],
      );
    return made.map(({ name }) => name);
  });

/** Looks first whether anything is to do: a transaction that may change tables waits for those that read them. */
const applyPending = async (orm: Orm, release: Release): Promise<string[]> =>
  (await pendingParts(orm, release)).length === 0 ? [] : applyParts(orm, release);

/** A login has no rights of its own and takes a session role by name, so that a statement outside a session is refused. */
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
 * Brings the store to the schema of this release; returns the names of the parts that were made. On a server it runs as the owner,
 * one process at a time, and lets the gateway's login role take the two session roles.
 * @throws StartError for a store that this release cannot bring up to date, and where other transactions keep its tables.
 */
export const migrate = async (
  orm: Orm,
  address: StoreAddress,
  loginRole: string | null = null,
  release: Release = currentRelease,
  patience: LockPatience = lockPatience,
): Promise<string[]> => {
  if (!('url' in address)) return applyPending(orm, release);
  const client = createClient(connectionOf(address.url));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = await untilUnlocked(() => applyPending(orm, release), client, patience);
    if (loginRole !== null) {
      const login = client.escapeIdentifier(loginRole);
      for (const statement of await grantsOfRoles(client, login)) await client.query(statement);
      await client.query(`grant select on store_parts to ${login}`);
    }
    return applied;
  } finally {
    await client.end();
  }
};

/**
 * The names of the parts that a migration of the store would make or remove; asked as the gateway's login, which may only read.
 * @throws StartError for a store that this release cannot bring up to date.
 */
export const pendingParts = async (orm: Orm, release: Release = currentRelease): Promise<string[]> => {
  const { missing, unknown } = await gapOf(orm.em.fork(), release);
  return [...missing.map(({ name }) => name), ...unknown];
};

/** The plan of a migration of the store, which changes nothing. */
export const planOf = (orm: Orm, release: Release = currentRelease): Promise<MigrationPlan> =>
  planMigration(orm.em.fork(), release);

const logBetweenCheckpoints = 32 * 1_048_576;

/**
 * Does on PGlite what a server does by itself: updates the planner's statistics, without which foreign keys are checked
 * by whole-table scans, and checkpoints after many writes, without which the log would grow for ever. Each table is a statement
 * of its own, so that requests are served in between.
 */
export const createUpkeep = (orm: Orm) => {
  const folder = folderOf(orm);
  let checkpointAt = 0;
  return async (): Promise<void> => {
    const em = orm.em.fork();
    const tables = await em.execute<{ name: string }[]>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await em.execute(`analyze ${name}`);
    if (folder === null || folder.logBytes - checkpointAt < logBetweenCheckpoints) return;
    checkpointAt = folder.logBytes;
    await em.execute('checkpoint');
  };
};
