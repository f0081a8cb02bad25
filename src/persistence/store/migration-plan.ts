import type { SqlEntityManager } from '@mikro-orm/sql';
import { sqlStateOf } from './database-errors.ts';
import { assertPartitions, partitionSchemas, partitionsOf, withPartitions } from './partitions.ts';
import { StartError } from './start-error.ts';
import {
  type AppliedPart,
  appliedPartsQuery,
  isMigration,
  type StoreGap,
  type StorePart,
  storeGap,
  storeParts,
  thisRelease,
} from './store-parts.ts';

/** A release as far as a migration depends on it. */
export interface Release {
  readonly version: string;
  readonly parts: readonly StorePart[];
  /** Partitions, by hash of the tenant, of each table of a store that is made; absent: none. A store that has tables keeps its own. */
  readonly partitions?: number;
}

export const currentRelease: Release = { version: thisRelease, parts: storeParts };

/** The steps that bring a store to a release, in their order. */
export interface MigrationPlan {
  readonly storeRelease: string | null;
  /** Empty also where a later release migrated the store, and this one is served beside it. */
  readonly migrations: readonly StorePart[];
  /** Functions, and triggers and policies of tables, that are made anew. */
  readonly replaced: readonly StorePart[];
  /** Names of those that the release has no more. */
  readonly removed: readonly string[];
  readonly drops: readonly string[];
  /** The tables that nobody reads or writes meanwhile, in the order in which they are locked: `firstReadTable`, then the most used. */
  readonly lockedTables: readonly string[];
  /** The last release whose gateways have to be stopped before; null: those that run go on. */
  readonly contracts: string | null;
}

/** Why the list of a store's parts cannot be read, by SQLSTATE. */
const unreadable: Readonly<Record<string, string>> = {
  '42501':
    'The login may not read the list of the store’s parts (store_parts): name the owner of its tables in DATABASE_MIGRATION_URL.',
  '42703': 'The database has a table store_parts that is not of Vouch: name another database.',
};

/** The parts that a store has had; null where it was made by a version that kept another list. */
const appliedParts = async (em: SqlEntityManager): Promise<AppliedPart[] | null> => {
  const [list] = await em.execute<{ exists: boolean; isOther: boolean }[]>(
    `select to_regclass('store_parts') is not null as exists, to_regclass('mikro_orm_migrations') is not null as "isOther"`,
  );
  if (list?.isOther) return null;
  if (!list?.exists) return [];
  try {
    return await em.execute<AppliedPart[]>(appliedPartsQuery);
  } catch (error) {
    const reason = unreadable[sqlStateOf(error) ?? ''];
    throw reason === undefined ? error : new StartError(reason);
  }
};

/** @throws StartError for a store that the release can neither bring up to date nor serve. */
export const gapOf = async (
  em: SqlEntityManager,
  { parts, version, partitions }: Release = currentRelease,
): Promise<StoreGap> => {
  const applied = await appliedParts(em);
  if (partitions !== undefined && applied?.length !== 0) await assertPartitions(em, partitions);
  const gap = storeGap(applied ?? [], parts, version);
  if (applied !== null && gap.isServedBeside) return { ...gap, missing: [], unknown: [] };
  if (applied === null || gap.isUnreleased)
    throw new StartError(
      'The store was made by an unreleased version of Vouch, which no release can bring up to date: begin with an empty store (another VOUCH_DATA_DIR, or another database), or go on with that version.',
    );
  if (gap.isNewer)
    throw new StartError('The store was made by a newer release of Vouch: start that release.');
  return gap;
};

/** Names with those of the triggers and policies that go with their function. */
const withCallers = async (em: SqlEntityManager, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const dropped = new Set(names);
  const callers = await em.execute<{ name: string; caller: string }[]>(
    `select 'functions/' || p.proname as name, coalesce('policies/' || o.polrelid::regclass, 'triggers/' || t.tgrelid::regclass) as caller
      from pg_depend d join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
        left join pg_policy o on d.classid = 'pg_policy'::regclass and o.oid = d.objid
        left join pg_trigger t on d.classid = 'pg_trigger'::regclass and t.oid = d.objid and t.tgparentid = 0
      where p.pronamespace = 'public'::regnamespace and (o.oid is not null or t.oid is not null)`,
  );
  for (const { name, caller } of callers) if (dropped.has(name)) dropped.add(caller);
  return dropped;
};

/** Triggers and policies first, then the functions that they call. */
const dropsOf = async (em: SqlEntityManager, names: ReadonlySet<string>): Promise<string[]> => {
  const drops = await em.execute<{ name: string; statement: string }[]>(
    `select 'triggers/' || tgrelid::regclass as name, format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement, 1 as step
      from pg_trigger where not tgisinternal and tgparentid = 0
    union all select 'policies/' || polrelid::regclass, format('drop policy %I on %s', polname, polrelid::regclass), 1 from pg_policy
    union all select 'functions/' || proname, 'drop function ' || oid::regprocedure, 2 from pg_proc where pronamespace = 'public'::regnamespace
    order by step`,
  );
  return drops.filter(({ name }) => names.has(name)).map(({ statement }) => statement);
};

/** The migrations as the store runs them: with partitions where its tables have some, or shall have where none are made yet. */
const divided = async (
  em: SqlEntityManager,
  migrations: readonly StorePart[],
  { parts, partitions = 0 }: Release,
): Promise<StorePart[]> => {
  const [first, ...others] = migrations;
  if (first === undefined) return [];
  if (first !== parts.find(isMigration)) {
    const found = await partitionsOf(em);
    return migrations.map((part) => ({ ...part, statements: withPartitions(part.statements, found) }));
  }
  return [{ ...first, statements: [...partitionSchemas(partitions), ...first.statements] }, ...others].map(
    (part) => ({ ...part, statements: withPartitions(part.statements, partitions) }),
  );
};

/** The tables that a statement of a migration locks, as far as its words show. */
export const tablesLockedBy = (statement: string): string[] => [
  ...new Set(
    [
      ...statement.matchAll(
        /\b(?:alter|drop) table (?:if exists )?(?:only )?"?(\w+)|\bcreate (?:unique )?index\b[^(]*? on (?:only )?"?(\w+)|\breferences "?(\w+)|\b(?:update|delete from|insert into) "?(\w+)/gi,
      ),
    ].flatMap(([, ...found]) => found.filter((name) => name !== undefined)),
  ),
];

/**
 * The table that each session reads first (`settingsOf` in `viewer-session.ts`). A session that begins while a migration holds it waits
 * without holding any other lock, so that running sessions end and the migration waits for nothing else.
 */
const firstReadTable = 'label_policies';
const rankOf = (table: string): number => (table === firstReadTable ? 0 : 1);

/**
 * Looks what a migration of the store would run; changes nothing. A contraction has all functions, triggers and policies made anew, so
 * that none is in its way.
 * @throws StartError for a store that the release can neither bring up to date nor serve.
 */
export const planMigration = async (
  em: SqlEntityManager,
  release: Release = currentRelease,
): Promise<MigrationPlan> => {
  const { missing, unknown, storeRelease } = await gapOf(em, release);
  const migrations = missing.filter(isMigration);
  const replaceable = release.parts.filter((part) => !isMigration(part));
  const isWhole = migrations.some(({ contracts }) => contracts !== null);
  const changed = isWhole ? replaceable : missing.filter((part) => !isMigration(part));
  const named = await withCallers(em, [...changed.map(({ name }) => name), ...unknown]);
  const replaced = replaceable.filter(({ name }) => named.has(name));
  const tables = await em.execute<{ name: string }[]>(
    `select relname as name from pg_stat_user_tables group by 1 having bool_or(schemaname = 'public')
      order by sum(seq_scan + coalesce(idx_scan, 0)) desc, 1`,
  );
  const locked = new Set([
    ...migrations.flatMap(({ statements }) => statements.flatMap(tablesLockedBy)),
    ...[...named].flatMap((name) => /^(?:triggers|policies)\/(\w+)$/.exec(name)?.[1] ?? []),
  ]);
  if (locked.size > 0) locked.add(firstReadTable);
  const lockedTables = tables.map(({ name }) => name).filter((name) => locked.has(name));
  return {
    storeRelease,
    migrations: await divided(em, migrations, release),
    replaced,
    removed: unknown,
    drops: await dropsOf(em, named),
    lockedTables: lockedTables.toSorted((one, other) => rankOf(one) - rankOf(other)),
    contracts: migrations.findLast(({ contracts }) => contracts !== null)?.contracts ?? null,
  };
};
