import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { openOrm, pgliteOf } from '#persistence/store/orm.ts';
import { asOwnerOf, type OwnerConnection } from '#persistence/store/unguarded-tables.ts';
import { migrateStore } from '#server/migrate-store.ts';
import { reportWait } from './report.ts';

const inFolder = async <Result>(
  dataDir: string,
  work: (owner: OwnerConnection) => Promise<Result>,
): Promise<Result> => {
  const orm = await openOrm({ dataDir: join(dataDir, 'store') });
  try {
    return await work(pgliteOf(orm));
  } finally {
    await orm.close();
  }
};

/** Runs work as the owner of the tables, in the migrated store that the settings name; the embedded one while no gateway runs. */
export const withOwner = async <Result>(
  config: Config,
  work: (owner: OwnerConnection) => Promise<Result>,
): Promise<Result> => {
  const owner = config.databaseMigrationUrl ?? config.databaseUrl;
  const unlock = owner === null ? lockDataFolder(config.dataDir) : () => undefined;
  try {
    await migrateStore(config, reportWait);
    return await (owner === null ? inFolder(config.dataDir, work) : asOwnerOf(owner, work));
  } finally {
    unlock();
  }
};
