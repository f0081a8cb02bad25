import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, for their owner alone; false: it is there. Node's own `recursive` never returns where the
 * kernel says ENOENT below a folder that is there, as in /proc.
 */
export const makeFolders = (path: string): boolean => {
  if (existsSync(path)) return false;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process, started at once, made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return true;
};
