import type pg from 'pg';

/** The part of `pg`'s connection that writes PostgreSQL's extended query protocol. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  parse(statement: { readonly name: string; readonly text: string }): void;
  describe(target: { readonly type: 'S'; readonly name: string }): void;
  bind(values: { readonly statement: string; readonly values: readonly unknown[] }): void;
  execute(all: null): void;
  close(target: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** A column of a row description. */
export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** A statement that one connection has prepared under a name. */
export class PreparedStatement {
  readonly name: string;
  /** False until the server has answered: it may have refused the text. */
  isConfirmed = false;
  #names: readonly string[] = [];
  #parsers: readonly ((text: string) => unknown)[] = [];
  #blank: Readonly<Record<string, unknown>> = {};
  constructor(name: string) {
    this.name = name;
  }
  /** Keeps the row description. The server sends it once, when the statement is prepared. */
  describe(fields: readonly Field[], client: pg.ClientBase): void {
    this.isConfirmed = true;
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text'));
    this.#blank = Object.fromEntries(this.#names.map((name) => [name, null]));
  }
  /** A row by its column names, parsed by the client's type parsers. */
  read(texts: readonly (string | null)[]): Record<string, unknown> {
    // `Object.assign` costs half of a spread where rows have many shapes.
    const row: Record<string, unknown> = Object.assign({}, this.#blank);
    for (let index = 0; index < texts.length; index += 1) {
      const text = texts[index] ?? null;
      if (text !== null) row[this.#names[index] as string] = this.#parsers[index]?.(text);
    }
    return row;
  }
}

/** Each prepared statement takes some 170 kB of the server's memory on each connection. */
const maxStatements = 250;

/** The prepared statements of one connection, by their text. The oldest is closed when there are more than 250. */
export class PreparedStatementCache {
  readonly #byText = new Map<string, PreparedStatement>();
  /** Names to close. The server may never have heard of some of them, which is no error. */
  #unused: string[] = [];
  #count = 0;
  /** Closes what was evicted. Call it first in a batch: the server skips all messages after a statement that fails. */
  closeUnused(wire: Wire): void {
    for (const name of this.#unused) wire.close({ type: 'S', name });
    this.#unused = [];
  }
  /** The statement with this text; prepares and describes it where the connection has not done so. */
  prepare(wire: Wire, text: string): PreparedStatement {
    const found = this.#byText.get(text);
    if (found !== undefined) return found;
    if (this.#byText.size >= maxStatements)
      for (const [oldest, statement] of this.#byText) {
        this.evict(oldest, statement);
        break;
      }
    this.#count += 1;
    const statement = new PreparedStatement(`batched_${this.#count}`);
    this.#byText.set(text, statement);
    wire.parse({ name: statement.name, text });
    wire.describe({ type: 'S', name: statement.name });
    return statement;
  }
  /** Forgets the statement, so that its text is prepared anew. Does nothing when the text has another statement by now. */
  evict(text: string, statement: PreparedStatement): void {
    if (this.#byText.get(text) !== statement) return;
    this.#byText.delete(text);
    this.#unused.push(statement.name);
  }
}
