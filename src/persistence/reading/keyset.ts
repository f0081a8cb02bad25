import { DomainError } from '#domain/domain-error.ts';
import { isStorableInstant } from '#domain/input/instant.ts';
import type { Count } from './count.ts';
import { type Expression, type RawBuilder, sql } from './sql.ts';

/** A page of a list by position (keyset), never by offset: rows that come and go do not shift it. */
export interface PageArguments {
  /** 0 to 100. */
  readonly size: number;
  /** True: the last rows of what lies between the cursors, else the first. */
  readonly fromEnd?: boolean;
  /** The page begins after this cursor; null: with the list. */
  readonly after: string | null;
  /** The page ends before this cursor; null or absent: with the list. */
  readonly before?: string | null;
  /** True: the rows of the cursors themselves belong to the page. */
  readonly inclusive?: boolean;
}

export interface Page<Row> {
  /** In the order of the list, whichever end they were taken from. */
  readonly rows: readonly Row[];
  /** True when further rows lie between the cursors: beyond the end that the page was not taken from. Null: nobody has looked. */
  readonly hasMore: boolean | null;
  /** The number of all rows of the list, where the page came with it. */
  readonly number?: Count;
  /** The row that the page was read up to, where it ends there before it is full (`pageOfFiltered`). */
  readonly readTo?: Row;
}

/** A page of no rows, of which nothing was read. */
export const unreadPage: Page<never> = { rows: [], hasMore: null };

const defaultPageSize = 25;
export const maxPageSize = 100;

interface GivenPageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Reads the arguments of a connection; throws `input.invalid` for `first` beside `last`, and for a size that is not from 0 to 100. */
export const pageArguments = ({ first, after, last, before }: GivenPageArguments): PageArguments => {
  if (first != null && last != null)
    throw new DomainError('input.invalid', 'Both first and last are given; ask for one of them.', ['last']);
  const name = last == null ? 'first' : 'last';
  const size = last ?? first ?? defaultPageSize;
  if (!Number.isInteger(size) || size < 0 || size > maxPageSize)
    throw new DomainError('input.invalid', `${name} is ${size}; ask for 0 to ${maxPageSize} items a page.`, [
      name,
    ]);
  return { size, fromEnd: last != null, after: after ?? null, before: before ?? null };
};

/** One value a column of the order. Dates travel as milliseconds since 1970, the store's own resolution. */
export type Position = readonly (string | number)[];

/**
 * Type of a value in a position: `integer` is a whole number, `instant` milliseconds that a store can write, `moment` a text that
 * begins with an instant (`momentOf`).
 */
export type PositionShape = 'string' | 'number' | 'integer' | 'instant' | 'moment';

/** The instant that a text begins with, as `YYYYMMDDHH24MISSUS` in UTC; null where it begins with none. */
export const momentOf = (text: string): Date | null => {
  const written = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\d{3} /.exec(text);
  if (!written) return null;
  const [, year, month, day, hour, minute, second, millisecond] = written;
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return isStorableInstant(instant.getTime()) ? instant : null;
};

const isPlainText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

const shapes: Readonly<Record<PositionShape, (value: unknown) => boolean>> = {
  string: isPlainText,
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  instant: (value) => typeof value === 'number' && isStorableInstant(value),
  moment: (value) => isPlainText(value) && momentOf(value) !== null,
};

/** `order` names the list's order, so that a cursor of one list is refused by another. */
export const encodeCursor = (order: string, position: Position): string =>
  Buffer.from(JSON.stringify([order, ...position])).toString('base64url');

/** Throws `input.invalid` for what no page of this order can have given. */
export const decodeCursor = (
  order: string,
  shape: readonly PositionShape[],
  cursor: string,
  argument: 'after' | 'before' = 'after',
): Position => {
  const refuse = () =>
    new DomainError(
      'input.invalid',
      `${argument} is not a cursor of this list. Pass the ${argument === 'after' ? 'endCursor of its last page' : 'startCursor of the page that follows'}.`,
      [argument],
    );
  if (cursor.length > 1_000) throw refuse();
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw refuse();
  }
  if (!Array.isArray(decoded) || decoded.length !== shape.length + 1 || decoded[0] !== order) throw refuse();
  const position = decoded.slice(1) as unknown[];
  if (!shape.every((name, index) => shapes[name](position[index]))) throw refuse();
  return position as Position;
};

export type Direction = 'ASC' | 'DESC';

interface OrderColumn {
  readonly of: Expression<unknown>;
  readonly shape: PositionShape;
  /** Value to compare the column with, where the cursor holds something else. */
  readonly comparedAs?: (value: string | number) => unknown;
}

/** The order of a list. */
export interface KeysetOrder {
  /** Names the order in cursors. */
  readonly name: string;
  readonly direction: Direction;
  /** All in the one direction; together they are unique. */
  readonly columns: readonly OrderColumn[];
}

/** The parts of a statement that reads a page, and one row more. */
export interface Keyset {
  /** ` and …` for the rows between the cursors; empty where there are none. */
  readonly between: RawBuilder<unknown>;
  /** `order by …`, from the end that the page is taken from. */
  readonly order: RawBuilder<unknown>;
  /** `limit …` of the page and the one row more. */
  readonly limit: RawBuilder<unknown>;
  /** The order and the limit. */
  readonly tail: RawBuilder<unknown>;
}

const comparedWith = ({ shape, comparedAs }: OrderColumn, value: string | number): RawBuilder<unknown> => {
  if (comparedAs) return sql.val(comparedAs(value));
  if (shape === 'instant') return sql.val(new Date(value));
  // A whole number may be larger than the column holds, and compares all the same.
  return shape === 'integer' ? sql`${value}::bigint` : sql.val(value);
};

const tuple = (parts: readonly unknown[]) =>
  parts.length === 1 ? sql`${parts[0]}` : sql`(${sql.join(parts)})`;

/** Throws `input.invalid` for a cursor of another list. */
export const keyset = ({ name, direction, columns }: KeysetOrder, page: PageArguments): Keyset => {
  const forwards = direction === 'ASC';
  const bound = (argument: 'after' | 'before') => {
    const cursor = page[argument];
    if (cursor == null) return sql``;
    const shape = columns.map((column) => column.shape);
    const position = decodeCursor(name, shape, cursor, argument);
    const comparison = `${(argument === 'after') === forwards ? '>' : '<'}${page.inclusive ? '=' : ''}`;
    const values = columns.map((column, place) => comparedWith(column, position[place] ?? ''));
    return sql` and ${tuple(columns.map(({ of }) => of))} ${sql.raw(comparison)} ${tuple(values)}`;
  };
  const way = sql.raw(forwards === (page.fromEnd !== true) ? '' : ' desc');
  const order = sql`order by ${sql.join(columns.map(({ of }) => sql`${of}${way}`))}`;
  const limit = sql`limit ${page.size + 1}`;
  return { between: sql`${bound('after')}${bound('before')}`, order, limit, tail: sql`${order} ${limit}` };
};

/** The page of rows that were read from its end on, with the one that shows that there are more. */
export const pageOf = <Row>(
  rows: readonly Row[],
  { size, fromEnd }: Pick<PageArguments, 'size' | 'fromEnd'>,
): Page<Row> => {
  const taken = rows.slice(0, size);
  return { rows: fromEnd ? taken.reverse() : taken, hasMore: rows.length > size };
};

/** A row of a complete list, by its place from 0; a hidden row leaves its place empty, so that no other moves. */
export interface Placed<Row> {
  readonly place: number;
  readonly row: Row;
}

/** A page of rows that are all there, in their order or the other way round. */
export const pageOfPlaces = <Row>(
  name: string,
  rows: readonly Placed<Row>[],
  page: PageArguments,
  direction: Direction = 'ASC',
): Page<Placed<Row>> => {
  const backwards = direction === 'DESC';
  const [low, high] = backwards ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const placeOf = (argument: 'after' | 'before', absent: number) => {
    const cursor = page[argument];
    return cursor == null ? absent : Number(decodeCursor(name, ['integer'], cursor, argument)[0]);
  };
  const reach = page.inclusive ? 1 : 0;
  const above = placeOf(low, Number.NEGATIVE_INFINITY) - reach;
  const below = placeOf(high, Number.POSITIVE_INFINITY) + reach;
  const between = rows.filter(({ place }) => place > above && place < below);
  return pageOf((page.fromEnd === true) === backwards ? between : between.reverse(), page);
};
