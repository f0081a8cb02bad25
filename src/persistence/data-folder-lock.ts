import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another process has the embedded store; its message is meant for the person at the terminal. */
export class DataFolderLocked extends Error {}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Takes the folder for this process; returns the function that gives it back. PGlite takes no lock of its own, and two
 * processes would destroy the store. A lock whose process is gone (killed, power cut) is taken over.
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'vouch.lock');
  const mine = `${path}.${process.pid}`;
  for (;;) {
    try {
      // Linking makes the lock appear with its holder's number already in it.
      writeFileSync(mine, String(process.pid));
      linkSync(mine, path);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number.parseInt(readFileSync(path, 'utf8'), 10);
      if (holder !== process.pid && isAlive(holder))
        throw new DataFolderLocked(
          `The data folder ${dataDir} is held by process ${holder}. Stop that process, or set VOUCH_DATA_DIR to another folder.`,
        );
      rmSync(path, { force: true });
    } finally {
      rmSync(mine, { force: true });
    }
  }
};
