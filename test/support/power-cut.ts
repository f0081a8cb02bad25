import fs, { type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';

/** Writes to a file that are not on the disk yet. */
type Pending =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number };

export interface RecordedDisk {
  /** Bytes that were written and never synced. */
  readonly unsynced: () => number;
  /**
   * Imitates a power cut into a new folder: everything synced, and a random part of each unsynced page. Names appear and
   * disappear at once, as on a journaling file system.
   */
  readonly cut: (into: string, chance: () => number) => void;
  readonly stop: () => void;
}

const pageSize = 4_096;

const pagesOf = ({ at, bytes }: { readonly at: number; readonly bytes: Buffer }) => {
  const pages: { at: number; bytes: Buffer }[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + pageSize - ((at + from) % pageSize));
    pages.push({ at: at + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return pages;
};

const apply = (path: string, pending: Pending): void => {
  if (!fs.existsSync(path)) return;
  if (pending.kind === 'truncate') {
    fs.truncateSync(path, pending.size);
    return;
  }
  const descriptor = fs.openSync(path, 'r+');
  fs.writeSync(descriptor, pending.bytes, 0, pending.bytes.length, pending.at);
  fs.closeSync(descriptor);
};

/**
 * Watches what this process writes below a folder that nobody has open yet, and what of it is synced; what is there
 * already counts as synced.
 */
export const recordDisk = (folder: string): RecordedDisk => {
  const real = { ...fs };
  const image = `${folder}.image`;
  fs.cpSync(folder, image, { recursive: true });
  const files = new Map<number, string>();
  const pending = new Map<string, Pending[]>();
  let own = false;
  const within = (path: PathLike): string | null => {
    const name = relative(folder, String(path));
    return own || name.startsWith('..') ? null : name;
  };
  /** On the disk itself, unseen by the record. */
  const onImage = (work: () => void): void => {
    own = true;
    try {
      work();
    } finally {
      own = false;
    }
  };
  const add = (name: string, what: Pending): void => {
    pending.set(name, [...(pending.get(name) ?? []), what]);
  };
  const synced = (descriptor: number): void => {
    const name = files.get(descriptor);
    if (own || name === undefined) return;
    onImage(() => {
      for (const what of pending.get(name) ?? []) apply(join(image, name), what);
    });
    pending.delete(name);
  };
  const patched: Partial<typeof fs> = {
    openSync: (path, flags, mode) => {
      const name = within(path);
      const isNew = name !== null && !real.existsSync(path);
      const descriptor = real.openSync(path, flags, mode);
      if (name !== null) {
        files.set(descriptor, name);
        if (isNew) onImage(() => real.writeFileSync(join(image, name), ''));
        if (typeof flags === 'number' && (flags & real.constants.O_TRUNC) !== 0)
          add(name, { kind: 'truncate', size: 0 });
      }
      return descriptor;
    },
    closeSync: (descriptor) => {
      if (!own) files.delete(descriptor);
      real.closeSync(descriptor);
    },
    writeSync: ((descriptor: number, bytes: Int8Array, offset: number, length: number, at: number) => {
      const written = real.writeSync(descriptor, bytes, offset, length, at);
      const name = files.get(descriptor);
      if (!own && name !== undefined)
        add(name, { kind: 'write', at, bytes: Buffer.from(bytes.slice(offset, offset + written).buffer) });
      return written;
    }) as typeof fs.writeSync,
    writeFileSync: (path, text, options) => {
      real.writeFileSync(path, text, options);
      const name = typeof path === 'number' ? null : within(path as PathLike);
      if (name !== null) onImage(() => real.writeFileSync(join(image, name), text));
    },
    truncateSync: (path, size) => {
      real.truncateSync(path, size);
      const name = within(path);
      if (name !== null) add(name, { kind: 'truncate', size: size ?? 0 });
    },
    renameSync: (from, to) => {
      real.renameSync(from, to);
      const [old, name] = [within(from), within(to)];
      if (old === null || name === null) return;
      onImage(() => real.renameSync(join(image, old), join(image, name)));
      pending.set(name, pending.get(old) ?? []);
      pending.delete(old);
    },
    unlinkSync: (path) => {
      real.unlinkSync(path);
      const name = within(path);
      if (name === null) return;
      onImage(() => real.rmSync(join(image, name), { force: true }));
      pending.delete(name);
    },
    mkdirSync: ((path: PathLike, options?: fs.MakeDirectoryOptions) => {
      const name = within(path);
      if (name !== null) onImage(() => real.mkdirSync(join(image, name), { recursive: true }));
      return real.mkdirSync(path, options);
    }) as typeof fs.mkdirSync,
    rmdirSync: (path) => {
      real.rmdirSync(path);
      const name = within(path);
      if (name !== null) onImage(() => real.rmdirSync(join(image, name)));
    },
    fsyncSync: (descriptor) => {
      real.fsyncSync(descriptor);
      synced(descriptor);
    },
    fdatasyncSync: (descriptor) => {
      real.fdatasyncSync(descriptor);
      synced(descriptor);
    },
  };
  Object.assign(fs, patched);
  syncBuiltinESMExports();
  return {
    unsynced: () =>
      [...pending.values()]
        .flat()
        .reduce((sum, what) => sum + (what.kind === 'write' ? what.bytes.length : 0), 0),
    cut: (into, chance) =>
      onImage(() => {
        fs.cpSync(image, into, { recursive: true });
        for (const [name, whats] of pending)
          for (const what of whats)
            for (const part of what.kind === 'write' ? pagesOf(what) : [what])
              if (chance() < 0.5)
                apply(join(into, name), 'bytes' in part ? { kind: 'write', ...part } : part);
      }),
    stop: () => {
      Object.assign(
        fs,
        Object.fromEntries(Object.keys(patched).map((name) => [name, real[name as keyof typeof fs]])),
      );
      syncBuiltinESMExports();
      fs.rmSync(image, { recursive: true, force: true });
    },
  };
};
