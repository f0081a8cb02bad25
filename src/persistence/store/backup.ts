import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Orm, openOrm, pgliteOf } from './orm.ts';
import { StartError } from './start-error.ts';

/** A file that is whole on the disk, or not there. */
const writeWhole = (path: string, bytes: Uint8Array): void => {
  const draft = `${path}.part`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, path);
};

const countEvents = async (orm: Orm): Promise<number> => {
  const [row] = await orm.em
    .fork()
    .execute<{ events: number }[]>('select count(*)::int as events from audit_events');
  return row?.events ?? 0;
};

/** Writes the embedded store, which nobody else has open, to one file; answers how many audit events it holds. */
export const backUp = async (dataDir: string, file: string): Promise<number> => {
  if (!existsSync(dataDir)) throw new StartError(`There is no store in ${dataDir}: nothing was backed up.`);
  if (existsSync(file)) throw new StartError(`The file ${file} is there already: name another one.`);
  const orm = await openOrm({ dataDir });
  try {
    const events = await countEvents(orm);
    await orm.em.fork().execute('checkpoint');
    const dump = await pgliteOf(orm).dumpDataDir('none');
    writeWhole(file, gzipSync(new Uint8Array(await dump.arrayBuffer())));
    return events;
  } finally {
    await orm.close();
  }
};

const unpack = (file: string): Uint8Array<ArrayBuffer> => {
  try {
    return new Uint8Array(gunzipSync(readFileSync(file)));
  } catch {
    throw new StartError(`The file ${file} is no backup of a store, or a damaged one: nothing was restored.`);
  }
};

/** Makes a new embedded store of such a file, and opens it once; answers how many audit events it holds. */
export const restore = async (dataDir: string, file: string): Promise<number> => {
  if (existsSync(dataDir))
    throw new StartError(
      `There is a store in ${dataDir}: move it away, or set VOUCH_DATA_DIR to another folder.`,
    );
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  const orm = await openOrm({ dataDir, loadFrom: new Blob([unpack(file)]) });
  try {
    return await countEvents(orm);
  } finally {
    await orm.close();
  }
};
