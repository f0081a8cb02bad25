import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import pg from 'pg';
import { auditRole, erasureRole, indexRole } from '#entities/policies.ts';
import { folderOf, type Orm, type StoreAddress } from './orm.ts';
import { connectionOf } from './server-address.ts';
import { StartError } from './start-error.ts';
import {
  type AppliedPart,
  isMigration,
  type StoreGap,
  type StorePart,
  storeGap,
  storeParts,
} from './store-parts.ts';

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

/** The parts that a store has had; null where it was made by a version that kept another list. */
const appliedParts = async (em: SqlEntityManager): Promise<AppliedPart[] | null> => {
  const [list] = await em.execute<{ exists: boolean; isOther: boolean }[]>(
    `select to_regclass('store_parts') is not null as exists, to_regclass('mikro_orm_migrations') is not null as "isOther"`,
  );
  if (list?.isOther) return null;
  return list?.exists ? em.execute<AppliedPart[]>('select name, checksum from store_parts') : [];
};

/** @throws StartError for a store that this release cannot bring up to date. */
const gapOf = async (em: SqlEntityManager, parts: readonly StorePart[]): Promise<StoreGap> => {
  const applied = await appliedParts(em);
  const gap = storeGap(applied ?? [], parts);
  if (applied === null || gap.isUnreleased)
    throw new StartError(
      'The store was made by an unreleased version of Vouch, which no release can bring up to date: begin with an empty store (another VOUCH_DATA_DIR, or another database), or go on with that version.',
    );
  if (gap.isNewer)
    throw new StartError('The store was made by a newer release of Vouch: start that release.');
  return gap;
};

/** Drops triggers, policies and functions; answers the names of all that went. A function takes its triggers and policies with it. */
const dropParts = async (em: SqlEntityManager, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const dropped = new Set(names);
  const callers = await em.execute<{ name: string; caller: string }[]>(
    `select 'functions/' || p.proname as name, coalesce('policies/' || o.polrelid::regclass, 'triggers/' || t.tgrelid::regclass) as caller
      from pg_depend d join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
        left join pg_policy o on d.classid = 'pg_policy'::regclass and o.oid = d.objid
        left join pg_trigger t on d.classid = 'pg_trigger'::regclass and t.oid = d.objid
      where p.pronamespace = 'public'::regnamespace and (o.oid is not null or t.oid is not null)`,
  );
  for (const { name, caller } of callers) if (dropped.has(name)) dropped.add(caller);
  const drops = await em.execute<{ name: string; statement: string }[]>(
    `select 'triggers/' || tgrelid::regclass as name, format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement, 1 as step
      from pg_trigger where not tgisinternal
    union all select 'policies/' || polrelid::regclass, format('drop policy %I on %s', polname, polrelid::regclass), 1 from pg_policy
    union all select 'functions/' || proname, 'drop function ' || oid::regprocedure, 2 from pg_proc where pronamespace = 'public'::regnamespace
    order by step`,
  );
  for (const { name, statement } of drops) if (dropped.has(name)) await em.execute(statement);
  return dropped;
};

/** Roles that own functions: only who may create in a schema can be given a function in it. */
const owners = [auditRole, erasureRole, indexRole].join(', ');

/**
 * Brings the store to the release in one transaction: drops what changed, runs the migrations, then makes functions, triggers
 * and policies. A migration has all of them made anew, so that none is in its way.
 */
const applyParts = (orm: Orm, parts: readonly StorePart[]): Promise<string[]> =>
  orm.em.fork().transactional(async (em) => {
    await em.execute(
      'create table if not exists store_parts (name text not null primary key, checksum text not null, applied_at timestamptz(3) not null default now())',
    );
    const { missing, unknown } = await gapOf(em, parts);
    const migrations = missing.filter(isMigration);
    const replaceable = parts.filter((part) => !isMigration(part));
    const changed = migrations.length > 0 ? replaceable : missing;
    const dropped = await dropParts(em, [...changed.map(({ name }) => name), ...unknown]);
    const replaced = replaceable.filter(({ name }) => dropped.has(name));
    const run = async (made: readonly StorePart[]): Promise<void> => {
      for (const { statements } of made) for (const statement of statements) await em.execute(statement);
    };
    await run(migrations);
    // A function may call one that is made after it.
    await em.execute('set local check_function_bodies = off');
    await em.execute(`grant create on schema public to ${owners}`);
    await run(replaced);
    await em.execute(`revoke create on schema public from ${owners}`);
    for (const name of unknown) await em.execute('delete from store_parts where name = ?', [name]);
    const made = [...migrations, ...replaced];
    for (const { name, checksum } of made)
      await em.execute(
        'insert into store_parts (name, checksum) values (?, ?) on conflict (name) do update set checksum = excluded.checksum, applied_at = now()',
        [name, checksum],
      );
    return made.map(({ name }) => name);
  });

/** Looks first whether anything is to do: a transaction that may change tables waits for those that read them. */
const applyPending = async (orm: Orm, parts: readonly StorePart[]): Promise<string[]> =>
  (await pendingParts(orm, parts)).length === 0 ? [] : applyParts(orm, parts);

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
 * Brings the store to the schema of this release; returns the names of the parts that were made. On a server it runs as the owner,
 * one process at a time, and lets the gateway's login role take the two session roles.
 * @throws StartError for a store that this release cannot bring up to date.
 */
export const migrate = async (
  orm: Orm,
  address: StoreAddress,
  loginRole: string | null = null,
  parts: readonly StorePart[] = storeParts,
): Promise<string[]> => {
  if (!('url' in address)) return applyPending(orm, parts);
  const client = new pg.Client(connectionOf(address.url));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = await untilUnlocked(() => applyPending(orm, parts));
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
export const pendingParts = async (orm: Orm, parts: readonly StorePart[] = storeParts): Promise<string[]> => {
  const { missing, unknown } = await gapOf(orm.em.fork(), parts);
  return [...missing.map(({ name }) => name), ...unknown];
};

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
