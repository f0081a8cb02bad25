import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { backUp, restore } from '#persistence/store/backup.ts';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { StartError } from '#persistence/store/start-error.ts';

const withStore = async (config: Config, work: (dataDir: string) => Promise<number>): Promise<number> => {
  if (config.databaseUrl !== null)
    throw new StartError('DATABASE_URL is given: back a server up with pg_dump, as docs/operations.md says.');
  const unlock = lockDataFolder(config.dataDir);
  try {
    return await work(join(config.dataDir, 'store'));
  } finally {
    unlock();
  }
};

const say = (json: boolean, done: string, file: string, events: number): void => {
  process.stdout.write(
    json ? `${JSON.stringify({ file, events })}\n` : `${done} ${file}: ${events} audit events.\n`,
  );
};

/** `vouch backup`: the embedded store in one file. */
export const backupCommand = async (config: Config, file: string, json: boolean): Promise<void> =>
  say(json, 'Wrote', file, await withStore(config, (dataDir) => backUp(dataDir, file)));

/** `vouch restore`: a new embedded store of such a file. */
export const restoreCommand = async (config: Config, file: string, json: boolean): Promise<void> =>
  say(json, 'Restored', file, await withStore(config, (dataDir) => restore(dataDir, file)));
