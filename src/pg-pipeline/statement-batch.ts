import type { CompiledQuery, QueryResult } from 'kysely';
import pg from 'pg';
import {
  type Field,
  type PreparedStatement,
  PreparedStatementCache,
  type Wire,
} from './prepared-statement-cache.ts';

export type Statement<Row = unknown> = Pick<CompiledQuery<Row>, 'sql' | 'parameters'>;

/** Encodes parameters as `pg` does. */
const { prepareValue } = (
  pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } }
).utils;

/** PostgreSQL's `feature_not_supported` (a table has other columns now) and `invalid_sql_statement_name`. */
const staleCodes: ReadonlySet<unknown> = new Set(['0A000', '26000']);
const isStale = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && staleCodes.has(error.code);

/** A statement's answer was longer than its caller would take. */
export class AnswerTooLong extends Error {
  constructor(most: number) {
    super(`The answer of a statement has more than ${most} characters.`);
  }
}

const caches = new WeakMap<object, PreparedStatementCache>();

interface Entry {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (result: QueryResult<never>) => void;
  readonly reject: (error: unknown) => void;
  statement: PreparedStatement | null;
  readonly rows: Record<string, unknown>[];
  /** Why a row could not be parsed. */
  failure: unknown;
  /** Characters that the caller takes. */
  readonly most: number;
  /** Characters that may still come; beyond them the connection is ended, since nothing else stops the server. */
  room: number;
}

/** Called when a batch is begun; gives what is called when it has been answered, with the error of a statement that failed. */
export type BatchObserver = (statements: () => number) => ((error?: unknown) => void) | null;

let observer: BatchObserver | null = null;

/** Has every later batch of the process observed, in the asynchronous context of its first statement; null: none. */
export const observeBatches = (observe: BatchObserver | null): void => {
  observer = observe;
};

/**
 * Several statements as one query of `pg`: one `Sync` message after all of them, so that they are one packet and so is the answer.
 * `pg` alone sends a `Sync` after each.
 */
class StatementBatch extends pg.Query {
  readonly #client: pg.ClientBase;
  readonly #entries: Entry[] = [];
  #answered = 0;
  readonly #cache: PreparedStatementCache;
  #answeredAll = observer?.(() => this.#entries.length) ?? null;

  constructor(client: pg.ClientBase) {
    super('');
    this.#client = client;
    this.#cache = caches.get(client) ?? new PreparedStatementCache();
    caches.set(client, this.#cache);
  }

  /** The texts of the statements, in order. */
  get texts(): string[] {
    return this.#entries.map(({ text }) => text);
  }

  /** Rejects for a parameter that cannot be encoded, and for the server's error. */
  async add<Row>({ sql, parameters }: Statement<Row>, most: number): Promise<QueryResult<Row>> {
    const values = parameters.map(prepareValue);
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<never>>();
    const entry = { text: sql, values, resolve, reject, statement: null, rows: [], failure: null };
    this.#entries.push({ ...entry, most, room: most });
    return promise;
  }

  override readonly submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    this.#cache.closeUnused(wire);
    for (const entry of this.#entries) {
      entry.statement = this.#cache.prepare(wire, entry.text);
      wire.bind({ statement: entry.statement.name, values: entry.values });
      wire.execute(null);
    }
    wire.sync();
    wire.stream.uncork();
  };

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#entries[this.#answered]?.statement?.describe(fields, this.#client);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const entry = this.#entries[this.#answered];
    if (entry) {
      for (const field of fields) entry.room -= field?.length ?? 0;
      if (entry.room < 0) {
        this.#cutOff(entry);
        return;
      }
    }
    try {
      if (entry?.statement) entry.rows.push(entry.statement.read(fields));
    } catch (error) {
      if (entry) entry.failure ??= error;
    }
  }

  handleCommandComplete(): void {
    const entry = this.#entries[this.#answered];
    this.#answered += 1;
    if (!entry?.statement) return;
    entry.statement.isConfirmed = true;
    if (entry.failure !== null) entry.reject(entry.failure);
    else entry.resolve({ rows: entry.rows as never[] });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  /** The server skips what follows a statement that failed: those statements are rejected with the same error. */
  handleError(error: unknown): void {
    this.#stopTimer();
    this.#report(error);
    const failed = this.#entries.slice(this.#answered);
    this.#answered = this.#entries.length;
    for (const [index, { text, statement, reject }] of failed.entries()) {
      // A statement that has become stale is prepared anew the next time.
      if (statement && (!statement.isConfirmed || (index === 0 && isStale(error))))
        this.#cache.evict(text, statement);
      reject(error);
    }
  }

  /** Rejects all later entries on the connection, as if it were lost. */
  #cutOff(entry: Entry): void {
    entry.rows.length = 0;
    entry.reject(new AnswerTooLong(entry.most));
    (this.#client as unknown as { readonly connection: Wire }).connection.stream.destroy();
  }

  handleReadyForQuery(): void {
    this.#stopTimer();
    this.#report();
  }

  /** A lost connection has no `ReadyForQuery`, and a failed statement has both. */
  #report(error?: unknown): void {
    this.#answeredAll?.(error);
    this.#answeredAll = null;
  }

  /** `pg` sets a callback where the client has a `query_timeout`; it ends the timer. */
  #stopTimer(): void {
    (this as { callback?: (error: null) => void }).callback?.(null);
  }
}

const queued = new WeakMap<object, StatementBatch>();

/** Sends the statements that are queued for a connection. */
export const sendQueued = (client: pg.ClientBase): void => {
  const batch = queued.get(client);
  if (batch === undefined) return;
  queued.delete(client);
  client.query(batch);
};

/**
 * Queues a statement. Everything that is queued for a connection in one turn of the event loop leaves as one batch, and before any
 * other query of that connection (`keepOrder`). Resolves with the rows; rejects with the server's error, or, where the answer has more
 * than `most` characters, with `AnswerTooLong`; the connection is lost then.
 */
export const sendTogether = <Row>(
  client: pg.ClientBase,
  statement: Statement<Row>,
  most = Number.POSITIVE_INFINITY,
): Promise<QueryResult<Row>> => {
  let batch = queued.get(client);
  if (batch === undefined) {
    batch = new StatementBatch(client);
    queued.set(client, batch);
    setImmediate(() => sendQueued(client));
  }
  return batch.add(statement, most);
};

/** Makes the pool's connections send what is queued before any other query, so that the order of the calls is kept. */
export const keepOrder = (pool: pg.Pool & { Client: new (options: never) => pg.Client }): void => {
  pool.Client = class extends pool.Client {
    // biome-ignore lint/suspicious/noExplicitAny: every overload of the client's own
    override query(...statement: [any]): any {
      if (!(statement[0] instanceof StatementBatch)) sendQueued(this);
      return super.query(...statement);
    }
  };
};
