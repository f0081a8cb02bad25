import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that must be free in memory. A whole run needs at most half of it. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** Linux's file system in memory: a database is made there in a fifth of the time, since nothing has to outlast the tests. */
const inMemory = '/dev/shm';

const hasRoomInMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
};

/** Makes a folder for the data of a store, in memory where there is room, else among the temporary files. */
export const makeDataFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoomInMemory() ? inMemory : tmpdir(), prefix));
