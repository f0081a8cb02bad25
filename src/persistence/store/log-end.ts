import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';

/** Bytes of a file of PostgreSQL's log, as PGlite makes them. */
const segmentSize = 16_777_216;
const pageSize = 8_192;
/** Timeline, and the two halves of the segment's number. */
const segmentFile = /\/pg_wal\/[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/;
const lost = 'lost';

/**
 * Position in the log (bytes since its beginning, as `pg_lsn` counts) at which a write of whole pages ends: behind its
 * last byte that is not zero. Null for the end of a segment, where a record may go on in the next one, and for zeros.
 */
const endOfWrite = (path: string, bytes: Int8Array, position: number): number | null => {
  const [, high, low] = segmentFile.exec(path) ?? [];
  if (high === undefined || low === undefined || position + bytes.length >= segmentSize) return null;
  const lastPage = Math.max(0, bytes.length - pageSize);
  const used = bytes.subarray(lastPage).findLastIndex((byte) => byte !== 0) + 1;
  return used === 0
    ? null
    : Number.parseInt(high, 16) * 2 ** 32 +
        Number.parseInt(low, 16) * segmentSize +
        position +
        lastPage +
        used;
};

/**
 * The end of the log that was synced, in a file beside the store. PostgreSQL takes a log whose last pages were lost for one that ended
 * there; this file shows it. It is not synced itself: after a power cut it may be behind the log, never ahead of it.
 */
export class LogEnd {
  readonly path: string;
  #written: number | null = null;
  #descriptor: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** Finds whether the log, which now ends at a position, has ended later before. */
  isBehind(end: number): boolean {
    if (!existsSync(this.path)) return false;
    const text = readFileSync(this.path, 'utf8');
    return text.startsWith(lost) || Number.parseInt(text, 16) > end;
  }

  /** Keeps the loss in mind: the log grows at each start, until it is as long as before. */
  noteLoss(): void {
    writeFileSync(this.path, lost);
  }

  /** Notes a write to the log that is not synced yet. */
  noteWrite(path: string, bytes: Int8Array, position: number): void {
    this.#written = endOfWrite(path, bytes, position);
  }

  /** Writes down what was synced, from `start` on. */
  noteSync(): void {
    if (this.#descriptor === null || this.#written === null) return;
    try {
      writeSync(this.#descriptor, this.#written.toString(16).padStart(16, '0'), 0);
    } catch {
      // The file is behind the log then, which is no harm.
    }
    this.#written = null;
  }

  start(): void {
    // Overwritten in its place, it needs no space on a full disk.
    this.#descriptor = openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}
