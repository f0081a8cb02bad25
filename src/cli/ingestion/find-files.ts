import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { CommandFailed } from '../api-client.ts';
import { isReadable } from './readable-kinds.ts';

/** Why a file or a folder is not read. */
export const skipReasons = {
  OTHER_KIND: 'their ending is none that is read (--ext adds one)',
  HIDDEN: 'their name begins with a point (--hidden reads them)',
  IGNORED: '.gitignore or .vouchignore names them',
  DEPENDENCIES: 'node_modules belongs to others',
  SYMBOLIC_LINK: 'a symbolic link is not followed',
  NO_FILE: 'neither a file nor a folder',
  UNREADABLE_FOLDER: 'the folder cannot be opened',
} as const;
export type SkipReason = keyof typeof skipReasons;

/** Relative to the folder that is ingested, with forward slashes; a folder ends with one. */
export interface SkippedPath {
  readonly path: string;
  readonly reason: SkipReason;
}

export interface FoundFiles {
  /** Relative paths with forward slashes, sorted. */
  readonly files: readonly string[];
  /** A folder that is not entered stands for all that lies in it. */
  readonly skipped: readonly SkippedPath[];
}

export interface FindingOptions {
  readonly extensions: ReadonlySet<string>;
  /** True: names that begin with a point are read, too; `.git` never is. */
  readonly hidden: boolean;
}

/** The ignore files of a folder, which hold for all below it. */
interface IgnoreRules {
  /** Ends with a slash; empty for the folder that is ingested. */
  readonly below: string;
  readonly rules: Ignore;
}

const ignoreFiles = ['.gitignore', '.vouchignore'] as const;

const readRules = async (folder: string, below: string): Promise<IgnoreRules | null> => {
  const texts = await Promise.all(
    ignoreFiles.map((name) => readFile(join(folder, below, name), 'utf8').catch(() => '')),
  );
  return texts.every((text) => text.trim() === '') ? null : { below, rules: ignore().add(texts.join('\n')) };
};

/** The deepest rule that names a path decides, as in Git. */
const isIgnored = (path: string, rules: readonly IgnoreRules[]): boolean => {
  let ignored = false;
  for (const { below, rules: own } of rules) {
    const found = own.test(path.slice(below.length));
    if (found.ignored) ignored = true;
    else if (found.unignored) ignored = false;
  }
  return ignored;
};

/**
 * The files below a folder that are read, and all else with the reason. `.gitignore` and `.vouchignore` hold as in Git, from the folder on
 * downwards; of two in one folder `.vouchignore` has the last word.
 */
export const findFiles = async (
  folder: string,
  { extensions, hidden }: FindingOptions,
): Promise<FoundFiles> => {
  const files: string[] = [];
  const skipped: SkippedPath[] = [];
  const reasonOf = (path: string, name: string, rules: readonly IgnoreRules[]): SkipReason | null => {
    if (name === 'node_modules') return 'DEPENDENCIES';
    if (name === '.git' || (!hidden && name.startsWith('.'))) return 'HIDDEN';
    return isIgnored(path, rules) ? 'IGNORED' : null;
  };
  const walk = async (below: string, above: readonly IgnoreRules[]): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      if (below === '') throw new CommandFailed(`${folder} is not a folder that can be read.`);
      skipped.push({ path: below, reason: 'UNREADABLE_FOLDER' });
      return;
    }
    const own = await readRules(folder, below);
    const rules = own === null ? above : [...above, own];
    for (const entry of entries) {
      const path = `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`;
      const reason = reasonOf(path, entry.name, rules);
      // Ignore files are no sources: neither read nor counted.
      if (entry.isFile() && (ignoreFiles as readonly string[]).includes(entry.name)) continue;
      if (reason !== null) skipped.push({ path, reason });
      else if (entry.isDirectory()) await walk(path, rules);
      else if (entry.isSymbolicLink()) skipped.push({ path, reason: 'SYMBOLIC_LINK' });
      else if (!entry.isFile()) skipped.push({ path, reason: 'NO_FILE' });
      else if (isReadable(entry.name, extensions)) files.push(path);
      else skipped.push({ path, reason: 'OTHER_KIND' });
    }
  };
  await walk('', []);
  return { files: files.sort(), skipped };
};
