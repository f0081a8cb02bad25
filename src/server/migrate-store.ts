import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { sqlStateOf } from '#persistence/store/database-errors.ts';
import { migrate, pendingParts, planOf } from '#persistence/store/migrate.ts';
import { lockPatience, migrationLockTimeout } from '#persistence/store/migration-locks.ts';
import { currentRelease, type MigrationPlan, type Release } from '#persistence/store/migration-plan.ts';
import { type Orm, openOrm, type StoreAddress } from '#persistence/store/orm.ts';
import { loginOf } from '#persistence/store/server-address.ts';
import { assertServer } from '#persistence/store/server-check.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { storeParts } from '#persistence/store/store-parts.ts';

/** The store that the settings name. */
export const storeAddressOf = ({
  databaseUrl,
  dataDir,
  databaseListenUrl: listenUrl,
  statementTimeoutMs,
  poolSize,
}: Config): StoreAddress =>
  databaseUrl === null
    ? { dataDir: join(dataDir, 'store') }
    : { url: databaseUrl, listenUrl, statementTimeoutMs, poolSize };

/** Why a server does not let a store be migrated, by SQLSTATE. */
const refusals: Readonly<Record<string, (variable: string) => string>> = {
  '42501': (variable) =>
    `The database is not of this release, and the login of ${variable} may not migrate it: run \`vouch migrate\` with DATABASE_MIGRATION_URL, the login that owns the tables. It needs CREATEROLE the first time.`,
  '53200': (variable) =>
    `The server of ${variable} has no room for the locks of all partitions: set max_locks_per_transaction there to 16 for each of them, start it again, and run \`vouch migrate\` again. Nothing was changed.`,
};

/** The store as the owner of its tables opens it: a server's login for migrations, the embedded store as itself. */
const withOwnedStore = async <Result>(
  config: Config,
  report: (step: string) => void,
  work: (orm: Orm, address: StoreAddress) => Promise<Result>,
): Promise<Result> => {
  const url = config.databaseMigrationUrl ?? config.databaseUrl;
  const owner = url === null ? storeAddressOf(config) : { url, lockTimeoutMs: migrationLockTimeout };
  const variable = config.databaseMigrationUrl === null ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL';
  if ('url' in owner) await assertServer(variable, owner.url, { report });
  const orm = await openOrm(owner);
  try {
    return await work(orm, owner);
  } catch (error) {
    const refusal = refusals[sqlStateOf(error) ?? ''];
    throw refusal === undefined ? error : new StartError(refusal(variable));
  } finally {
    await orm.close();
  }
};

/**
 * This release; a store that it makes has so many partitions of each table, null: none.
 * @throws StartError for an embedded store, which is one folder on one machine.
 */
const releaseWith = ({ databaseUrl, databaseMigrationUrl }: Config, partitions: number | null): Release => {
  if (partitions === null) return currentRelease;
  if (databaseUrl === null && databaseMigrationUrl === null)
    throw new StartError(
      'The embedded store has no partitions: name a server in DATABASE_URL, or leave --partitions out.',
    );
  return { ...currentRelease, partitions };
};

/**
 * Migrates a server as its owner, and the embedded store as itself. `report` gets a line while the server does not answer, and for
 * each attempt to lock tables that failed.
 */
export const migrateStore = async (
  config: Config,
  report: (step: string) => void = () => undefined,
  partitions: number | null = null,
): Promise<string[]> => {
  const release = releaseWith(config, partitions);
  return withOwnedStore(config, report, (orm, owner) => {
    const login =
      config.databaseMigrationUrl === null || config.databaseUrl === null
        ? null
        : loginOf(config.databaseUrl);
    return migrate(orm, owner, login, release, { ...lockPatience, report });
  });
};

/** True for an embedded store that is not there yet: its folder is missing or empty. */
const isToBeMade = (dataDir: string): boolean => {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw new StartError(`VOUCH_DATA_DIR is ${dataDir}, which is no folder. Name a folder.`);
  const store = join(dataDir, 'store');
  return !existsSync(store) || (statSync(store).isDirectory() && readdirSync(store).length === 0);
};

/** Looks what a migration would do; null for an embedded store that is not there yet, which nobody makes for a look. */
export const planStore = async (
  config: Config,
  report: (step: string) => void,
  partitions: number | null,
): Promise<MigrationPlan | null> => {
  const release = releaseWith(config, partitions);
  if (config.databaseUrl === null && isToBeMade(config.dataDir)) return null;
  const unlock = config.databaseUrl === null ? lockDataFolder(config.dataDir) : () => undefined;
  try {
    return await withOwnedStore(config, report, (orm) => planOf(orm, release));
  } finally {
    unlock();
  }
};

/** On a server as its owner, where nobody else is; elsewhere it is only looked whether the release finds what it needs. */
export const migrateAtStart = async (config: Config, orm: Orm, address: StoreAddress): Promise<string[]> => {
  if (!('url' in address)) return migrate(orm, address);
  const pending = await pendingParts(orm);
  if (pending.length > 0 && config.databaseMigrationUrl === null) return migrateStore(config);
  if (pending.length === 0) return [];
  const state =
    pending.length === storeParts.length
      ? 'is not migrated'
      : `has the schema of another release (${pending.length} parts differ)`;
  throw new StartError(`The database ${state}: run \`vouch migrate\` of this release first.`);
};
