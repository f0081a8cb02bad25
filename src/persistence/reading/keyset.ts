import { DomainError } from '#domain/domain-error.ts';
import { isStorableInstant } from '#domain/input/instant.ts';
import { type Expression, type SqlBool, sql } from './sql.ts';

/** A page of a list by position (keyset), never by offset: rows that come and go do not shift it. */
export interface PageArguments {
  /** 0 to 100. */
  readonly first: number;
  /** Opaque; null for the first page. */
  readonly after: string | null;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
}

export const defaultPageSize = 25;
export const maxPageSize = 100;

/** Reads the arguments of a connection; throws `input.invalid` when `first` is not from 0 to 100. */
export const pageArguments = (args: {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}): PageArguments => {
  const first = args.first ?? defaultPageSize;
  if (!Number.isInteger(first) || first < 0 || first > maxPageSize)
    throw new DomainError('input.invalid', `first is ${first}; ask for 0 to ${maxPageSize} items a page.`, [
      'first',
    ]);
  return { first, after: args.after ?? null };
};

/** One value a column of the order. Dates travel as milliseconds since 1970, the store's own resolution. */
export type Position = readonly (string | number)[];

/** What a value of a position must be: `integer` is a whole number, `instant` milliseconds that a store can write. */
export type PositionShape = 'string' | 'number' | 'integer' | 'instant';

const shapes: Readonly<Record<PositionShape, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  instant: (value) => typeof value === 'number' && isStorableInstant(value),
};

/** `order` names the list's order, so that a cursor of one list is refused by another. */
export const encodeCursor = (order: string, position: Position): string =>
  Buffer.from(JSON.stringify([order, ...position])).toString('base64url');

/** Throws `input.invalid` for what no page of this order can have given. */
export const decodeCursor = (order: string, shape: readonly PositionShape[], cursor: string): Position => {
  const refuse = () =>
    new DomainError(
      'input.invalid',
      'after is not a cursor of this list. Pass the endCursor of its last page.',
      ['after'],
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

/** The rows strictly after a position, for `order by column direction, id direction`. */
export const isAfter = (
  column: Expression<unknown>,
  id: Expression<unknown>,
  direction: Direction,
  value: unknown,
  afterId: string,
): Expression<SqlBool> =>
  direction === 'ASC'
    ? sql<SqlBool>`(${column}, ${id}) > (${value}, ${afterId})`
    : sql<SqlBool>`(${column}, ${id}) < (${value}, ${afterId})`;

/** Cuts the extra row that tells of a next page. */
export const pageOf = <Row>(rows: readonly Row[], first: number): Page<Row> => ({
  rows: rows.slice(0, first),
  hasNextPage: rows.length > first,
});
