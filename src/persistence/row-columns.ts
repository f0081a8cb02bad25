import { type RawBuilder, sql } from './sql.ts';
import type { ReadSession } from './viewer-session.ts';

/**
 * The columns of a type's rows. An operation whose fields are known beforehand reads those that it asks for, and no other. What it did not
 * ask for is an error where it is read, and not nothing: a guard stands behind the row, as its prototype, and not behind a copy.
 */
export class RowColumns<Row extends object> {
  readonly #typename: string;
  readonly #always: readonly string[];
  readonly #where: readonly string[];
  readonly #spelled: ReadonlyMap<string, string>;
  /** What stands behind rows that are read in part, by what was asked. */
  readonly #guards = new WeakMap<ReadonlySet<string>, object>();

  /** `always`: what sight, masks and keys go by; `whereAsked`: the others. Each is a column of the same name, in the spelling of SQL. */
  constructor(
    typename: string,
    always: readonly (keyof Row & string)[],
    whereAsked: readonly (keyof Row & string)[],
  ) {
    this.#typename = typename;
    this.#always = always;
    this.#where = whereAsked;
    this.#spelled = new Map(
      [...always, ...whereAsked].map((name) => [
        name,
        `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`,
      ]),
    );
  }

  /** Of a row of `table`: those that the operation asks for, with `also` these. */
  of(table: string, session: ReadSession, ...also: readonly string[]): RawBuilder<unknown> {
    const asked = session.asked?.get(this.#typename);
    const read = this.#where.filter((name) => !asked || asked.has(name) || also.includes(name));
    const texts = [...this.#always, ...read].map((name) => `${table}.${this.#spelled.get(name)}`);
    return sql.raw(texts.join(', '));
  }

  /** A row of these columns, or a copy of one, with its guard. */
  guarded(session: ReadSession, row: Partial<Row>): Row {
    const asked = session.asked?.get(this.#typename);
    return asked ? Object.setPrototypeOf(row, this.#guardOf(asked)) : (row as Row);
  }

  #guardOf(asked: ReadonlySet<string>): object {
    const known = this.#guards.get(asked);
    if (known) return known;
    const guard: object = {};
    for (const name of this.#where)
      if (!asked.has(name))
        Object.defineProperty(guard, name, {
          get: () => {
            throw new Error(`${this.#typename}.${name} was not asked for.`);
          },
        });
    this.#guards.set(asked, guard);
    return guard;
  }
}
