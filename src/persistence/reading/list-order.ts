import { type Direction, encodeCursor, type KeysetOrder, type PositionShape } from './keyset.ts';
import { type Expression, type RawBuilder, sql } from './sql.ts';

/** A column that a list can be ordered by; `null` orders by the key of the list alone, which is the order of time. */
type OrderColumn = { readonly of: Expression<unknown>; readonly shape: PositionShape } | null;
export type OrderColumns = Readonly<Record<string, OrderColumn>>;

export interface OrderBy<Field extends string = string> {
  /** Absent: the list's own order. */
  readonly field?: Field;
  readonly direction: Direction;
}

/** A row of a list that is ordered by a column has the value of that column. */
export interface Positioned {
  readonly position?: Date | number | string;
}

/** The key of a list: unique, and last in each of its orders. */
interface ListKey<Row> {
  readonly of: Expression<unknown>;
  readonly shape: PositionShape;
  readonly keyOf: (row: Row) => string | number;
}

export interface ListOrder<Row> {
  readonly keyset: KeysetOrder;
  /** `, … as position` for the columns of the rows; empty where the key alone orders them. */
  readonly position: RawBuilder<unknown>;
  readonly cursorOf: (row: Row) => string;
}

const placeOf = ({ position }: Positioned): string | number =>
  position instanceof Date ? position.getTime() : (position ?? 0);

/** The order of a list by one of its columns and, among equals, by its key; absent: its own order. */
export const listOrder = <Row>(
  list: { readonly name: string; readonly key: ListKey<Row>; readonly direction: Direction },
  columns: OrderColumns,
  orderBy: OrderBy | null | undefined,
): ListOrder<Row> => {
  const { of, shape, keyOf } = list.key;
  const column = orderBy?.field === undefined ? null : columns[orderBy.field];
  const direction = orderBy?.direction ?? list.direction;
  // Both directions of a list's own order go through the same places.
  const name = column == null ? list.name : `${list.name}:${orderBy?.field}`;
  return {
    keyset: { name, direction, columns: [...(column == null ? [] : [column]), { of, shape }] },
    position: column == null ? sql`` : sql`, ${column.of} as position`,
    cursorOf: (row) =>
      encodeCursor(name, column == null ? [keyOf(row)] : [placeOf(row as Positioned), keyOf(row)]),
  };
};
