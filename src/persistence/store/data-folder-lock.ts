import { chmodSync, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolders } from './make-folders.ts';
import { StartError } from './start-error.ts';

/** Thrown when the data folder cannot be used as it is. */
export class DataFolderError extends StartError {}

const sqliteCodeOf = (error: unknown): unknown => (error as { readonly errcode?: unknown }).errcode;

/** SQLite's SQLITE_BUSY: another connection has the lock. */
const busy = 5;

/** The locks of this process: one that is not referenced would be closed with its object. */
const taken = new Set<DatabaseSync>();

/** Makes the data folder where it is not there, for its owner alone; its real path. Throws `DataFolderError`. */
export const makeDataFolder = (dataDir: string): string => {
  try {
    const made = makeFolders(dataDir);
    // It holds the texts, and the secret that signs tokens. A folder that holds the things of others stays as it is.
    const isForStore = existsSync(join(dataDir, 'store.lock')) || readdirSync(dataDir).length === 0;
    if (!made && isForStore && statSync(dataDir).uid === process.getuid?.()) chmodSync(dataDir, 0o700);
    return realpathSync(dataDir);
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be made or read (${(error as NodeJS.ErrnoException).code}). Give this user the right to write there, or set VOUCH_DATA_DIR to another folder.`,
    );
  }
};

/**
 * Takes the folder for this process; returns the function that gives it back. PGlite takes no lock of its own, and two
 * stores on one folder would destroy it. The kernel keeps the lock, as SQLite asks for it: it ends with its process, however that
 * ends, and holds between containers that share the folder.
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  const path = join(makeDataFolder(dataDir), 'store.lock');
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock?.close();
    throw new DataFolderError(
      sqliteCodeOf(error) === busy
        ? `The data folder ${dataDir} is in use by another gateway. Stop that one, or set VOUCH_DATA_DIR to another folder.`
        : `The lock file ${path} cannot be opened. It must be a file that this user may write; nothing else was changed.`,
    );
  }
  const own = lock;
  taken.add(own);
  return () => {
    taken.delete(own);
    own.close();
  };
};
