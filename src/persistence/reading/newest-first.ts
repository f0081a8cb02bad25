import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type Conjunct, conjunction } from './conditions.ts';
import type { Count } from './count.ts';
import { countFiltered, type FilteredList, mostLookedUp, readFiltered } from './filtered-list.ts';
import type { Page, PageArguments } from './keyset.ts';
import { listOrder, type OrderBy, type OrderColumns } from './list-order.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';

interface Identified {
  readonly id: string;
}

/** A list of a whole table, newest first by the id of its rows, which are made in the order of time, unless another order is asked for. */
export interface NewestFirst<Row extends Identified, Filter> {
  /** Names the list's order in cursors. */
  readonly name: string;
  readonly table: string;
  /** Columns of `n`. */
  readonly columns: (session: ReadSession) => RawBuilder<unknown>;
  /** Condition for rows of `n` in the list of a viewer. */
  readonly visible: (viewer: Viewer) => Expression<SqlBool>;
  readonly conditions: (filter: Filter, viewer: Viewer) => readonly Conjunct[];
  /** Members that an index serves; with others rows are compared one by one (`FilteredList`). Absent: each is served well. */
  readonly served?: readonly (keyof Filter)[];
  /** Columns of `n` that the list can be ordered by. */
  readonly orders: OrderColumns;
  /** A row in the words that are for the viewer; absent: as it is read. */
  readonly asShown?: (row: Row, session: ReadSession) => Row;
}

const orderOf = <Row extends Identified, Filter>(
  { name, orders }: NewestFirst<Row, Filter>,
  orderBy: OrderBy | null | undefined,
) =>
  listOrder<Row>(
    { name, key: { of: sql.ref('n.id'), shape: 'string', keyOf: ({ id }) => id }, direction: 'DESC' },
    orders,
    orderBy,
  );

const filtered = <Row extends Identified, Filter>(
  { viewer }: ReadSession,
  { table, visible, conditions, served }: NewestFirst<Row, Filter>,
): FilteredList<Filter> => ({
  served: served ?? null,
  from: (part) => {
    const where = [sql<SqlBool>`n.tenant = ${viewer.tenant}`, visible(viewer), ...conditions(part, viewer)];
    return sql`from ${sql.table(table)} n where ${conjunction(where)}`;
  },
  conditions: (part) => conditions(part, viewer),
  most: mostLookedUp,
});

export const newestFirstCursor = <Row extends Identified, Filter>(
  list: NewestFirst<Row, Filter>,
  row: Row,
  orderBy?: OrderBy | null,
): string => orderOf(list, orderBy).cursorOf(row);

/** A page of the rows that the list holds for this viewer. Throws `input.invalid` for a cursor of another list. */
export const pageOfNewest = async <Row extends Identified, Filter extends object>(
  session: ReadSession,
  list: NewestFirst<Row, Filter>,
  { filter, orderBy }: { readonly filter: Filter; readonly orderBy?: OrderBy | null | undefined },
  page: PageArguments,
): Promise<Page<Row>> => {
  const order = orderOf(list, orderBy);
  const { asShown } = list;
  const paged = {
    ...filtered(session, list),
    columns: sql`${list.columns(session)}${order.position}`,
    order: order.keyset,
    ...(asShown && { asShown: (rows: readonly Row[]) => rows.map((row) => asShown(row, session)) }),
  };
  return readFiltered<Row, Filter>(session, filter, paged, page);
};

/** How many rows the list holds for this viewer. */
export const countOfNewest = async <Row extends Identified, Filter extends object>(
  session: ReadSession,
  list: NewestFirst<Row, Filter>,
  filter: Filter,
): Promise<Count> => countFiltered(session, filter, { ...filtered(session, list), order: sql`n.id desc` });
