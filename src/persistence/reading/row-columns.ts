import { columnOf } from '#entities/governed-columns.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type Expression, type RawBuilder, sql } from './sql.ts';

/** Columns of a table as they are read: each is there, and none is changed. */
export type ReadColumns<Row, Column extends keyof Row> = {
  readonly [Name in Column]-?: Exclude<Row[Name], undefined> extends (infer Item)[]
    ? readonly Item[]
    : Exclude<Row[Name], undefined>;
};

/** Columns of a row of `table`, each under its name in the definition. */
export const columnList = (table: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.raw(names.map((name) => `${table}.${columnOf(name)} as "${name}"`).join(', '));

/**
 * The columns of a type's rows. An operation with a projection reads only the columns that it selects. Reading an unselected column throws
 * instead of returning undefined: the row has a guard as its prototype, which a copy of the row loses.
 */
export class RowColumns<Row extends object> {
  readonly #typename: string;
  readonly #always: readonly string[];
  readonly #selectable: readonly string[];
  readonly #columnNames: ReadonlyMap<string, string>;
  /** The prototypes of rows that are read in part, by their projection. */
  readonly #guards = new WeakMap<ReadonlySet<string>, object>();

  /** `always`: what visibility, masks and keys depend on; `selectable`: the others. Each is a column of the same name in snake case. */
  constructor(
    typename: string,
    always: readonly (keyof Row & string)[],
    selectable: readonly (keyof Row & string)[],
  ) {
    this.#typename = typename;
    this.#always = always;
    this.#selectable = selectable;
    this.#columnNames = new Map([...always, ...selectable].map((name) => [name, columnOf(name)]));
  }

  /** Columns of a row of `table`: those that the operation selects, and `also`. */
  of(table: string, session: ReadSession, ...also: readonly string[]): RawBuilder<unknown> {
    const texts = this.#namesOf(session, also).map((name) => `${this.#textOf(table, name)} as "${name}"`);
    return sql.raw(texts.join(', '));
  }

  /** Like `of`, for a row joined to another, with `more` columns. They stand beside the other row's until `take` removes them. */
  joined(table: string, session: ReadSession, more: Readonly<Record<string, Expression<unknown>>> = {}) {
    const names = this.#namesOf(session);
    const texts = names.map((name) => `${this.#textOf(table, name)} as "${table}.${name}"`);
    const expressions = Object.entries(more).map(
      ([name, expression]) => sql`${expression} as ${sql.raw(`"${table}.${name}"`)}`,
    );
    const places = [...names, ...Object.keys(more)].map((name) => [name, `${table}.${name}`] as const);
    return {
      columns: sql.join([sql.raw(texts.join(', ')), ...expressions]),
      /** Null where there is none, or none that may be seen. */
      take: (from: object): Record<string, unknown> | null => {
        const other = from as Readonly<Record<string, unknown>>;
        if (other[`${table}.id`] == null) return null;
        const row: Record<string, unknown> = {};
        for (const [name, place] of places) row[name] = other[place];
        return row;
      },
    };
  }

  #textOf(table: string, name: string): string {
    return `${table}.${this.#columnNames.get(name)}`;
  }

  #namesOf(session: ReadSession, also: readonly string[] = []): string[] {
    const selected = session.projection?.get(this.#typename);
    return [
      ...this.#always,
      ...this.#selectable.filter((name) => !selected || selected.has(name) || also.includes(name)),
    ];
  }

  /** A row of these columns, or a copy of one, with its guard. */
  guarded(session: ReadSession, row: Partial<Row>): Row {
    const selected = session.projection?.get(this.#typename);
    return selected ? Object.setPrototypeOf(row, this.#guardOf(selected)) : (row as Row);
  }

  #guardOf(selected: ReadonlySet<string>): object {
    const known = this.#guards.get(selected);
    if (known) return known;
    const guard: object = {};
    for (const name of this.#selectable)
      if (!selected.has(name))
        Object.defineProperty(guard, name, {
          get: () => {
            throw new Error(`${this.#typename}.${name} was not selected.`);
          },
        });
    this.#guards.set(selected, guard);
    return guard;
  }
}
