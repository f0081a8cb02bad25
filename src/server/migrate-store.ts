import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { migrate, pendingParts } from '#persistence/store/migrate.ts';
import { type Orm, openOrm, type StoreAddress } from '#persistence/store/orm.ts';
import { loginOf } from '#persistence/store/server-address.ts';
import { assertServer } from '#persistence/store/server-check.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { storeParts } from '#persistence/store/store-parts.ts';

/** Milliseconds that a migration waits for a lock, while everybody else waits behind it. */
const migrationLockTimeout = 3_000;

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

/** Migrates a server as its owner, and the embedded store as itself. */
export const migrateStore = async (config: Config): Promise<string[]> => {
  const address = storeAddressOf(config);
  const url = config.databaseMigrationUrl ?? config.databaseUrl;
  const owner = url === null ? address : { url, lockTimeoutMs: migrationLockTimeout };
  if ('url' in owner)
    await assertServer(
      config.databaseMigrationUrl === null ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL',
      owner.url,
    );
  const orm = await openOrm(owner);
  try {
    const login =
      config.databaseMigrationUrl === null || config.databaseUrl === null
        ? null
        : loginOf(config.databaseUrl);
    return await migrate(orm, owner, login);
  } finally {
    await orm.close();
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
  throw new StartError(`The database ${state}: run \`npm run vouch -- migrate\` first.`);
};
