import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { moveToServer } from '#persistence/store/move-to-server.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { migrateStore } from '#server/migrate-store.ts';
import { reportWait } from './report.ts';

/** `vouch move`: the embedded store into a new database on a server. */
export const moveCommand = async (config: Config, json: boolean): Promise<void> => {
  const owner = config.databaseMigrationUrl ?? config.databaseUrl;
  if (owner === null)
    throw new StartError('DATABASE_URL is not given: it names the database that the store is moved into.');
  const unlock = lockDataFolder(config.dataDir);
  try {
    await migrateStore(config, reportWait);
    const events = await moveToServer(join(config.dataDir, 'store'), owner);
    process.stdout.write(
      json
        ? `${JSON.stringify({ events })}\n`
        : `Moved the store of ${config.dataDir}: ${events} audit events. It is still there; start the gateway with DATABASE_URL from now on.\n`,
    );
  } finally {
    unlock();
  }
};
