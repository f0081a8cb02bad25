import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/**
 * First bytes of the messages of PostgreSQL's protocol that matter here. The first message of a connection has none:
 * it begins with its length, and so with 0.
 */
const message = { startup: 0, execute: 0x45, query: 0x51, sync: 0x53 } as const;
const syncMessage = Uint8Array.of(message.sync, 0, 0, 0, 4);

/** `ReadyForQuery`: six bytes, and always the last ones of an answer. No other message ends so, since no text holds a zero. */
const readyLength = 6;
const isReady = (answer: Buffer, end: number): boolean =>
  end >= readyLength &&
  answer[end - readyLength] === 0x5a &&
  answer.readUInt32BE(end - readyLength + 1) === 5;

/** End of an answer without its ReadyForQuery message. */
const endOfAnswer = (answer: Buffer): number => {
  let end = answer.length;
  while (isReady(answer, end)) end -= readyLength;
  return end;
};

/** Milliseconds that PGlite computes at a stretch, unless one statement takes longer. */
const stretch = 8;

interface Step {
  readonly bytes: Buffer;
  /** The client waits for `ReadyForQuery` after it. */
  readonly isEnd: boolean;
}

/** Messages that are executed together: up to an execution, or to the end of a batch. */
function* stepsOf(bytes: Buffer): Generator<Step> {
  let begin = 0;
  for (let at = 0; at < bytes.length; ) {
    const type = bytes[at];
    at += type === message.startup ? bytes.readUInt32BE(at) : 1 + bytes.readUInt32BE(at + 1);
    const isEnd = type === message.startup || type === message.query || type === message.sync;
    if (!isEnd && type !== message.execute && at < bytes.length) continue;
    yield { bytes: bytes.subarray(begin, at), isEnd };
    begin = at;
  }
}

/**
 * Looks like a socket to `pg`: speaks PostgreSQL's protocol and is answered by PGlite in this process. PGlite has one
 * session, so one connection at a time is open, and each finds a clean session. Other work runs between two statements.
 */
export class EmbeddedStream extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): this {
    this.#forget().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    );
    return this;
  }

  // Called by `pg` on sockets only.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#pglite.runExclusive(() => this.#answer(bytes)).then(() => done(), done);
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** Ends what a connection before this one has left. */
  async #forget(): Promise<void> {
    await this.#pglite.runExclusive(() => this.#pglite.execProtocolRaw(syncMessage));
    if (this.#pglite.isInTransaction()) await this.#pglite.exec('rollback');
    await this.#pglite.exec('discard all');
  }

  async #answer(bytes: Buffer): Promise<void> {
    let rested = performance.now();
    for (const step of stepsOf(bytes)) {
      if (this.destroyed) return;
      const chunks: Uint8Array[] = [];
      await this.#pglite.execProtocolRawStream(step.bytes, {
        onRawData: (chunk) => chunks.push(chunk.slice()),
      });
      const answer = Buffer.concat(chunks);
      // After an error PGlite says that it is ready, too; a client counts one for each end.
      const end = endOfAnswer(answer);
      const said = step.isEnd && end < answer.length ? Math.min(end + readyLength, answer.length) : end;
      if (said > 0 && !this.destroyed) this.push(answer.subarray(0, said));
      if (performance.now() - rested < stretch) continue;
      await setImmediate();
      rested = performance.now();
    }
  }
}
