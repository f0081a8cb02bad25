import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DataFolderError } from './data-folder-lock.ts';
import { StorageFull, StoreFailed, StoreGone } from './database-errors.ts';
import { LogEnd } from './log-end.ts';

const mebibyte = 1_048_576;
const versionFile = 'PG_VERSION';

/** A file that PostgreSQL has open, as Emscripten knows it. */
interface Stream {
  readonly node: unknown;
  /** Node's descriptor; absent for a folder. */
  readonly nfd?: number;
}

/** The part of Emscripten's NODEFS that reaches the disk. Its `stream_ops` has no `fsync`, and without one `fsync()` does nothing. */
interface NodeFileSystem {
  readonly realPath: (node: unknown) => string;
  /** Turns an error of Node's into PostgreSQL's `errno`. */
  readonly tryFSOperation: <Result>(work: () => Result) => Result;
  readonly stream_ops: {
    fsync?: (stream: Stream) => number;
    write: (stream: Stream, bytes: Int8Array, offset: number, length: number, position: number) => number;
  };
}

const withOpen = (path: string, work: (descriptor: number) => void): void => {
  const descriptor = openSync(path, 'r');
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const syncPath = (path: string): void => withOpen(path, fsyncSync);

/** Everything below a folder, and the folder itself, is on the disk when it returns. */
const syncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
};

/** Several times the need of the largest accepted call: PostgreSQL stops for good when its log cannot grow. */
const reserve = 128 * mebibyte;

const isLog = (path: string): boolean => path.includes('/pg_wal/');

/** @throws StorageFull while the disk of a folder has less space than a write may need. */
const assertRoomIn = (folder: string): void => {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < reserve) throw new StorageFull(Math.floor(free / mebibyte), reserve / mebibyte);
};

/** The file beside a store that says how far its log has been synced. */
const logEndOf = (path: string): string => `${path}.end`;

/**
 * PGlite's folder on this machine's disk, with the `fsync` that PGlite leaves out. PostgreSQL itself decides what is synced when: the log
 * before a commit is answered, the tables before a checkpoint moves the log's beginning. Where a sync fails, or the log cannot be written,
 * nobody knows what is on the disk: nothing more is asked of the store, and the next start recovers from the log.
 */
export class DurableFolder extends NodeFS {
  /** Calls of fsync that reached the disk. */
  syncs = 0;
  /** Bytes of the log that were written since the folder was opened. */
  logBytes = 0;
  failure: StoreFailed | null = null;
  readonly logEnd: LogEnd;
  readonly #failed = Promise.withResolvers<StoreFailed>();
  /** Resolves when the store has failed. */
  readonly failed: Promise<StoreFailed> = this.#failed.promise;

  constructor(path: string) {
    super(path);
    this.logEnd = new LogEnd(logEndOf(path));
  }

  override async init(pglite: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const run = pglite.execProtocolRawSync.bind(pglite);
    // PGlite loops for ever when asked after a crash, or when its folder is gone.
    pglite.execProtocolRawSync = (message) => {
      if (!existsSync(join(this.rootDir, versionFile))) this.#fail(new StoreGone(this.rootDir));
      this.assertSound();
      return run(message);
    };
    const preRun = (module: { readonly FS: { readonly filesystems: unknown } }): void =>
      this.#syncThrough((module.FS.filesystems as { readonly NODEFS: NodeFileSystem }).NODEFS);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [preRun, ...[emscriptenOpts.preRun ?? []].flat()] },
    };
  }

  override async closeFs(): Promise<void> {
    await super.closeFs();
    this.logEnd.close();
  }

  /** @throws StoreFailed when the disk has failed the store, or its folder is gone. */
  assertSound(): void {
    if (this.failure !== null) throw this.failure;
  }

  /** @throws StorageFull while the disk has less space than a write may need. */
  assertRoom(): void {
    assertRoomIn(this.rootDir);
  }

  #syncThrough({ realPath, tryFSOperation, stream_ops: operations }: NodeFileSystem): void {
    const { write } = operations;
    operations.fsync = ({ node, nfd }) =>
      this.#recordFailure(() =>
        tryFSOperation(() => {
          const path = realPath(node);
          if (nfd === undefined) syncPath(path);
          else fdatasyncSync(nfd);
          this.syncs += 1;
          if (isLog(path)) this.logEnd.noteSync();
          return 0;
        }),
      );
    operations.write = (stream, bytes, offset, length, position) => {
      const path = realPath(stream.node);
      if (!isLog(path)) return write(stream, bytes, offset, length, position);
      const written = this.#recordFailure(() => write(stream, bytes, offset, length, position));
      this.logEnd.noteWrite(path, bytes.subarray(offset, offset + written), position);
      this.logBytes += written;
      return written;
    };
  }

  #recordFailure<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      this.#fail(new StoreFailed());
      throw error;
    }
  }

  #fail(failure: StoreFailed): void {
    this.failure ??= failure;
    this.#failed.resolve(this.failure);
  }
}

/** Options that make PGlite sync to disk. */
const durably: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // `fdatasync` never leaves the WASM.
  '-c',
  'wal_sync_method=fsync',
];

const unreadable = (path: string): DataFolderError =>
  new DataFolderError(
    `The store in ${path} cannot be opened: its files are damaged, incomplete, or of another version of PostgreSQL. Restore a backup, or set VOUCH_DATA_DIR to another folder.`,
  );

/** The error of a store that could not be opened: where its disk is full, nothing else is known against it. */
const whyNotOpened = (path: string): DataFolderError => {
  try {
    assertRoomIn(path);
    return unreadable(path);
  } catch (error) {
    return new DataFolderError(`The store in ${path} cannot be opened. ${(error as Error).message}`);
  }
};

const assertWritable = (path: string): void => {
  try {
    for (const name of ['.', versionFile, 'global', 'pg_wal'])
      accessSync(join(path, name), constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return; // A damaged store is said to be one where it is opened.
    throw new DataFolderError(
      `The store in ${path} cannot be written by this user (${code}): give it the right, or mount the disk writable. Nothing was changed.`,
    );
  }
};

/** A new store appears whole under its name, or not at all. */
const createStore = async (path: string, options: PGliteOptions): Promise<void> => {
  const draft = `${path}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  assertRoomIn(dirname(path));
  rmSync(logEndOf(path), { force: true });
  const pglite = await PGlite.create({ ...options, dataDir: draft, fs: new DurableFolder(draft) });
  await pglite.close();
  syncTree(draft);
  renameSync(draft, path);
  syncPath(dirname(path));
};

/**
 * The options with which PGlite keeps its store in a folder, and what it has committed on the disk when the answer leaves. A folder that is
 * missing or empty becomes a new store.
 * @throws DataFolderError for a folder with other files.
 */
export const durableOptions = async (
  path: string,
  { loadDataDir, ...given }: PGliteOptions,
): Promise<PGliteOptions & { readonly fs: DurableFolder }> => {
  const options = { ...given, startParams: [...durably, ...(given.startParams ?? [])] };
  if (!existsSync(path) || readdirSync(path).length === 0)
    await createStore(path, { ...options, ...(loadDataDir ? { loadDataDir } : {}) });
  else if (!existsSync(join(path, versionFile)))
    throw new DataFolderError(
      `The folder ${path} has files and is no store: ${versionFile} is missing. Restore a backup, or set VOUCH_DATA_DIR to another folder.`,
    );
  assertWritable(path);
  return { ...options, fs: new DurableFolder(path) };
};

/** @throws DataFolderError when the log ends before what was acknowledged. */
const assertWholeLog = async (pglite: PGlite, { logEnd }: DurableFolder, path: string): Promise<void> => {
  const { rows } = await pglite.query<{ end: string }>(
    `select (coalesce(pg_last_wal_replay_lsn(), pg_current_wal_lsn()) - '0/0')::text as end`,
  );
  if (!logEnd.isBehind(Number(rows[0]?.end))) return logEnd.start();
  logEnd.noteLoss();
  await pglite.close();
  throw new DataFolderError(
    `The store in ${path} has lost writes that it acknowledged: its log ends before the end that ${logEnd.path} keeps. Restore a backup; to go on without those writes, remove that file.`,
  );
};

/**
 * Opens the store, and waits until all of its files are on the disk: what an earlier release wrote was never synced.
 * @throws DataFolderError for damaged files.
 */
export const openDurable = async (
  folder: DurableFolder,
  path: string,
  open: () => Promise<PGlite>,
): Promise<PGlite> => {
  const pglite = await open().catch(() => {
    throw whyNotOpened(path);
  });
  await assertWholeLog(pglite, folder, path);
  syncTree(path);
  syncPath(dirname(path));
  const before = folder.syncs;
  await pglite.query('checkpoint').catch((error) => {
    assertRoomIn(path);
    throw error;
  });
  // The sync is an addition to PGlite's inner parts: another release may leave it out in silence.
  if (folder.syncs === before)
    throw new Error('This release of PGlite does not call fsync: the store would lose what it acknowledged.');
  return pglite;
};
