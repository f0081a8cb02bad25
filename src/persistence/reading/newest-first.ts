import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { encodeCursor, type KeysetOrder, keyset, type Page, type PageArguments, pageOf } from './keyset.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';

/** A list of a whole table, newest first by the id of its rows, which are made in the order of time. */
export interface NewestFirst<Row, Filter> {
  /** Names the list's order in cursors. */
  readonly name: string;
  readonly table: string;
  /** Columns of `n`. */
  readonly columns: (session: ReadSession) => RawBuilder<unknown>;
  /** Condition for rows of `n` in the list of a viewer. */
  readonly visible: (viewer: Viewer) => Expression<SqlBool>;
  readonly conditions: (filter: Filter, viewer: Viewer) => readonly (Expression<SqlBool> | false)[];
  /** A row in the words that are for the viewer; absent: as it is read. */
  readonly asShown?: (row: Row, session: ReadSession) => Row;
}

const orderOf = (name: string): KeysetOrder => ({
  name,
  direction: 'DESC',
  columns: [{ of: sql.ref('n.id'), shape: 'string' }],
});

const whereOf = <Row, Filter>(
  { viewer }: ReadSession,
  { visible, conditions }: NewestFirst<Row, Filter>,
  filter: Filter,
): Expression<SqlBool>[] => [
  sql<SqlBool>`n.tenant = ${viewer.tenant}`,
  visible(viewer),
  ...conditions(filter, viewer).filter((condition) => condition !== false),
];

export const newestFirstCursor = <Row extends { readonly id: string }, Filter>(
  { name }: NewestFirst<Row, Filter>,
  { id }: Row,
): string => encodeCursor(name, [id]);

/** A page of the rows that the list holds for this viewer. Throws `input.invalid` for a cursor of another list. */
export const pageOfNewest = async <Row, Filter>(
  session: ReadSession,
  list: NewestFirst<Row, Filter>,
  filter: Filter,
  page: PageArguments,
): Promise<Page<Row>> => {
  const { between, tail } = keyset(orderOf(list.name), page);
  const { rows } = await sql<Row>`select ${list.columns(session)} from ${sql.table(list.table)} n
    where ${sql.join(whereOf(session, list, filter), sql` and `)}${between} ${tail}`.execute(
    await session.db(),
  );
  const { asShown } = list;
  return pageOf(asShown ? rows.map((row) => asShown(row, session)) : rows, page);
};

/** How many rows the list holds for this viewer. */
export const countOfNewest = async <Row, Filter>(
  session: ReadSession,
  list: NewestFirst<Row, Filter>,
  filter: Filter,
): Promise<number> => {
  const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(list.table)} n
    where ${sql.join(whereOf(session, list, filter), sql` and `)}`.execute(await session.db());
  return Number(rows[0]?.count ?? 0);
};
