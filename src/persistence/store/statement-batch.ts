import type { CompiledQuery, QueryResult } from 'kysely';
import pg from 'pg';

/**
 * Statements that leave together and are answered together: one `Sync` of PostgreSQL's protocol for all of them, where `pg` sends one
 * behind each, so that what is asked is one packet, and so is the answer. A statement that the server has read once on a connection is
 * only named to it afterwards, and its rows are not described again.
 */

export type Statement<Row = unknown> = Pick<CompiledQuery<Row>, 'sql' | 'parameters'>;

/** How `pg` speaks to the server. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { readonly name: string; readonly text: string }): void;
  describe(what: { readonly type: 'S'; readonly name: string }): void;
  bind(values: { readonly statement: string; readonly values: readonly unknown[] }): void;
  execute(all: null): void;
  close(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** As `pg` spells values for the server. */
const { prepareValue } = (
  pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } }
).utils;

/** A statement as the server knows it, on one connection. */
class Prepared {
  readonly name: string;
  /** False until the server has answered to it: it may not have understood it. */
  isKnown = false;
  #names: readonly string[] = [];
  #parsers: readonly ((text: string) => unknown)[] = [];
  #blank: Readonly<Record<string, unknown>> = {};
  constructor(name: string) {
    this.name = name;
  }
  describe(fields: readonly Field[], client: pg.ClientBase): void {
    this.isKnown = true;
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text'));
    this.#blank = Object.fromEntries(this.#names.map((name) => [name, null]));
  }
  read(texts: readonly (string | null)[]): Record<string, unknown> {
    // Copied by `Object.assign`: of shapes that are many, it costs half of what `...` does.
    const row: Record<string, unknown> = Object.assign({}, this.#blank);
    for (let place = 0; place < texts.length; place += 1) {
      const text = texts[place] ?? null;
      if (text !== null) row[this.#names[place] as string] = this.#parsers[place]?.(text);
    }
    return row;
  }
}

/** Statements have few shapes, but for what callers make of filters and columns. Each takes some 170 kB of the server, on each connection. */
const mostPrepared = 250;

/** PostgreSQL's `feature_not_supported`, for a table that has other columns now; and `invalid_sql_statement_name`. */
const staleCodes: ReadonlySet<unknown> = new Set(['0A000', '26000']);
const isStale = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && staleCodes.has(error.code);

/** What one connection has been told. */
class Memory {
  readonly #known = new Map<string, Prepared>();
  /** Names that are not used any more; of some the server may never have heard. */
  #letGo: string[] = [];
  #named = 0;
  /** Before all else of a batch: behind a statement that fails nothing is closed. */
  closeUnused(wire: Wire): void {
    for (const name of this.#letGo) wire.close({ type: 'S', name });
    this.#letGo = [];
  }
  /** Names a statement, and sends it in full where the server does not know it. */
  prepare(wire: Wire, text: string): Prepared {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= mostPrepared)
      for (const [oldest, prepared] of this.#known) {
        this.forget(oldest, prepared);
        break;
      }
    this.#named += 1;
    const prepared = new Prepared(`batched_${this.#named}`);
    this.#known.set(text, prepared);
    wire.parse({ name: prepared.name, text });
    wire.describe({ type: 'S', name: prepared.name });
    return prepared;
  }
  /** Once, however many were asked by it. */
  forget(text: string, prepared: Prepared): void {
    if (this.#known.get(text) !== prepared) return;
    this.#known.delete(text);
    this.#letGo.push(prepared.name);
  }
}

const memories = new WeakMap<object, Memory>();

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (result: QueryResult<never>) => void;
  readonly reject: (error: unknown) => void;
  prepared: Prepared | null;
  readonly rows: Record<string, unknown>[];
  /** Why a row could not be read. */
  failure: unknown;
}

/** One query to `pg`: it is sent when it comes to its turn, and hears every message that answers it. */
class StatementBatch extends pg.Query {
  readonly #client: pg.ClientBase;
  readonly #asked: Asked[] = [];
  #answered = 0;
  readonly #memory: Memory;

  constructor(client: pg.ClientBase) {
    super('');
    this.#client = client;
    this.#memory = memories.get(client) ?? new Memory();
    memories.set(client, this.#memory);
  }

  /** The texts of its statements, in their order. */
  get texts(): string[] {
    return this.#asked.map(({ text }) => text);
  }

  /** Rejects for what no statement can carry, and for what the server says to it. */
  async add<Row>({ sql, parameters }: Statement<Row>): Promise<QueryResult<Row>> {
    const values = parameters.map(prepareValue);
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<never>>();
    this.#asked.push({ text: sql, values, resolve, reject, prepared: null, rows: [], failure: null });
    return promise;
  }

  override readonly submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    this.#memory.closeUnused(wire);
    for (const asked of this.#asked) {
      asked.prepared = this.#memory.prepare(wire, asked.text);
      wire.bind({ statement: asked.prepared.name, values: asked.values });
      wire.execute(null);
    }
    wire.sync();
    wire.stream.uncork();
  };

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#asked[this.#answered]?.prepared?.describe(fields, this.#client);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const asked = this.#asked[this.#answered];
    try {
      if (asked?.prepared) asked.rows.push(asked.prepared.read(fields));
    } catch (error) {
      if (asked) asked.failure ??= error;
    }
  }

  handleCommandComplete(): void {
    const asked = this.#asked[this.#answered];
    this.#answered += 1;
    if (!asked?.prepared) return;
    asked.prepared.isKnown = true;
    if (asked.failure !== null) asked.reject(asked.failure);
    else asked.resolve({ rows: asked.rows as never[] });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  /** What was sent behind a statement that failed was not done: it fails for the same reason. */
  handleError(error: unknown): void {
    const failed = this.#asked.slice(this.#answered);
    this.#answered = this.#asked.length;
    for (const [place, { text, prepared, reject }] of failed.entries()) {
      // A statement that was right when it was read first is read anew.
      if (prepared && (!prepared.isKnown || (place === 0 && isStale(error))))
        this.#memory.forget(text, prepared);
      reject(error);
    }
  }

  handleReadyForQuery(): void {}
}

const queued = new WeakMap<object, StatementBatch>();

/** Sends what has been gathered for a connection and has not left yet. */
export const sendQueued = (client: pg.ClientBase): void => {
  const batch = queued.get(client);
  if (batch === undefined) return;
  queued.delete(client);
  client.query(batch);
};

/**
 * Sends a statement, together with whatever else is asked of its connection before the process turns to something new, and
 * before anything that is sent on it otherwise (`inOrder`).
 */
export const sendTogether = <Row>(
  client: pg.ClientBase,
  statement: Statement<Row>,
): Promise<QueryResult<Row>> => {
  let batch = queued.get(client);
  if (batch === undefined) {
    batch = new StatementBatch(client);
    queued.set(client, batch);
    setImmediate(() => sendQueued(client));
  }
  return batch.add(statement);
};

/** A pool whose connections keep the order of what they are asked, gathered or not. */
export const keepOrder = (pool: pg.Pool & { Client: new (options: never) => pg.Client }): void => {
  pool.Client = class extends pool.Client {
    // biome-ignore lint/suspicious/noExplicitAny: every overload of the client's own
    override query(...statement: [any]): any {
      if (!(statement[0] instanceof StatementBatch)) sendQueued(this);
      return super.query(...statement);
    }
  };
};
