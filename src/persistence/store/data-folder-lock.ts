import { linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another process has the embedded store; its message is meant for the person at the terminal. */
export class DataFolderLocked extends Error {}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};

/** False when the name is taken. A link makes the file appear with its holder's number already in it. */
const link = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

/** What a lock file says; null when it is gone. */
const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** The folders of this process: its own number in a lock file may also be that of a dead namesake (in a container, 1). */
const held = new Set<string>();

/**
 * Takes the folder for this process; returns the function that gives it back. PGlite takes no lock of its own, and two
 * stores on one folder would destroy it. A lock whose process is gone (killed, power cut) is taken over, by one at a time.
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const path = join(folder, 'vouch.lock');
  const turn = `${path}.takeover`;
  const mine = `${path}.${process.pid}`;
  const assertGone = (holder: number): void => {
    if (holder === process.pid ? held.has(folder) : isAlive(holder))
      throw new DataFolderLocked(
        `The data folder ${dataDir} is held by process ${holder}. Stop that process, or set VOUCH_DATA_DIR to another folder.`,
      );
  };
  writeFileSync(mine, String(process.pid));
  try {
    while (!link(mine, path)) {
      const stale = read(path);
      if (stale === null) continue;
      assertGone(Number.parseInt(stale, 10));
      if (link(mine, turn)) {
        // Another may have taken it over since it was read.
        if (read(path) === stale) rmSync(path, { force: true });
      } else assertGone(Number.parseInt(read(turn) ?? '', 10));
      rmSync(turn, { force: true });
    }
    held.add(folder);
    return () => {
      held.delete(folder);
      rmSync(path, { force: true });
    };
  } finally {
    rmSync(mine, { force: true });
  }
};
