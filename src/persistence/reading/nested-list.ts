import DataLoader from 'dataloader';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { encodeCursor, keyset, type Page, type PageArguments, pageOf } from './keyset.ts';
import type { ReadTogether } from './read-together.ts';
import { type SeenRows, seenAmong } from './row-loader.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';

/** A list that hangs on a parent row: its pages and counts are read for all parents of an operation at once. */
export interface NestedList<Row> {
  /** Names the list's order in cursors. */
  readonly name: string;
  /** Columns of `n`; a function where they depend on the operation's selection. */
  readonly columns: RawBuilder<unknown> | ((session: ReadSession) => RawBuilder<unknown>);
  /** A table, or a query in parentheses; `n` in the expressions. */
  readonly from: RawBuilder<unknown>;
  /** Rows joined one to one; absent for none. */
  readonly join?: RawBuilder<unknown>;
  /** The columns with the parent's id; of several, either. */
  readonly parent: string | readonly [string, string];
  /** Unique among the children of a parent; the order of the list. An id, or a whole number: what Node and the server order alike. */
  readonly key: string;
  /** Direction of the key; absent: ascending. */
  readonly direction?: 'DESC';
  readonly keyOf: (row: Row) => string | number;
  /** Condition for rows of `parent.id` that the viewer may see. */
  readonly visible: (viewer: Viewer) => Expression<SqlBool>;
  /** A row in the words that are for the viewer; absent: as it is read. */
  readonly asShown?: (row: Row, session: ReadSession) => Row;
}

/**
 * A list whose rows are seen with their parent: the parent's own row, as this operation read it, is what says that the viewer may see
 * them, so that the store need not find it again for each of them. `visible` says what there is to say beyond that.
 */
export interface HangingList<Row, Parent> extends Omit<NestedList<Row>, 'asShown'> {
  /** For a visible parent, whether its rows are visible as well; absent: they are. */
  readonly isShownWith?: (parent: Parent) => boolean;
  /** A row in the words that are for the viewer, who sees this parent. */
  readonly asShownWith: (row: Row, parent: Parent, session: ReadSession) => Row;
}

type KeyShape = 'string' | 'integer';

interface PageKey extends PageArguments {
  readonly parentId: string;
}

interface OfParent {
  readonly parentId: string;
}

type Group<Row> = Promise<ReadonlyMap<string, readonly Row[]>>;

/** Each select in a statement of its own. */
const apart =
  (session: ReadSession): ReadTogether =>
  async <Row>(query: RawBuilder<unknown>) =>
    (await (query as RawBuilder<Row>).execute(await session.byKey())).rows;

/** The cursor of a row in its list. */
export const nestedCursor = <Row>(list: Pick<NestedList<Row>, 'name' | 'keyOf'>, row: Row): string =>
  encodeCursor(list.name, [list.keyOf(row)]);

/** Parts of a list that reading needs. */
type ReadList<Row> = Omit<NestedList<Row>, 'asShown'>;

/** The rows of `parent.id` that the viewer may see, from `from` to the end of `where`. */
const childrenOf = <Row>({ viewer }: ReadSession, { from, join = sql``, parent, visible }: ReadList<Row>) => {
  const columns = typeof parent === 'string' ? [parent] : parent;
  const isOf = sql.join(
    columns.map((name) => sql`${sql.ref(`n.${name}`)} = parent.id`),
    sql` or `,
  );
  return sql`from ${from} n ${join} where n.tenant = ${viewer.tenant} and (${isOf}) and ${visible(viewer)}`;
};

const byKey = <Row>({ keyOf }: ReadList<Row>, shape: KeyShape) =>
  shape === 'integer'
    ? (a: Row, b: Row) => Number(keyOf(a)) - Number(keyOf(b))
    : (a: Row, b: Row) => (keyOf(a) < keyOf(b) ? -1 : 1);

/**
 * One page of each parent, from the end that it is taken from. Each is looked up for itself: of a parent with many
 * children no more is read than is shown.
 */
const readPages = async <Row>(
  session: ReadSession,
  list: ReadList<Row>,
  { shape, read }: { readonly shape: KeyShape; readonly read: ReadTogether },
  parents: readonly string[],
  page: PageArguments,
): Group<Row> => {
  const columnsOfOrder = [{ of: sql.ref(`n.${list.key}`), shape }];
  const { between, tail } = keyset(
    { name: list.name, direction: list.direction ?? 'ASC', columns: columnsOfOrder },
    page,
  );
  if (parents.length === 0) return new Map();
  const columns = typeof list.columns === 'function' ? list.columns(session) : list.columns;
  const rows = await read<
    Row & OfParent
  >(sql`select parent.id as "parentId", n.* from unnest(${parents}::text[]) parent (id)
    cross join lateral (select ${columns} ${childrenOf(session, list)}${between} ${tail}) n`);
  const pages = Map.groupBy(rows, ({ parentId }) => parentId);
  const ascending = byKey(list, shape);
  const isReversed = (page.fromEnd === true) !== (list.direction === 'DESC');
  for (const children of pages.values()) children.sort(isReversed ? (a, b) => ascending(b, a) : ascending);
  return pages;
};

const pageKey = ({ size, fromEnd = false, after, before = null, inclusive = false }: PageArguments): string =>
  JSON.stringify([size, fromEnd, after, before, inclusive]);

/** One statement for all parents that ask for the same page. */
const loadPages = <Row>(
  loadGroup: (parents: readonly string[], page: PageArguments) => Group<Row>,
): DataLoader<PageKey, Page<Row>, string> =>
  new DataLoader<PageKey, Page<Row>, string>(
    async (keys) => {
      const groups = Map.groupBy(keys, pageKey);
      const loaded = new Map(
        await Promise.all(
          [...groups].map(async ([group, members]) => {
            const [member] = members;
            const parents = [...new Set(members.map(({ parentId }) => parentId))];
            return [group, member ? await loadGroup(parents, member) : new Map<string, Row[]>()] as const;
          }),
        ),
      );
      return keys.map((key) => pageOf(loaded.get(pageKey(key))?.get(key.parentId) ?? [], key));
    },
    { cacheKeyFn: (key) => `${key.parentId} ${pageKey(key)}` },
  );

/** Loads pages by parent. */
export const nestedPages = <Row>(
  session: ReadSession,
  list: NestedList<Row>,
  shape: KeyShape = 'integer',
  read: ReadTogether = apart(session),
) =>
  loadPages(async (parents, page) => {
    const pages = await readPages(session, list, { shape, read }, parents, page);
    const { asShown } = list;
    return asShown
      ? new Map([...pages].map(([id, rows]) => [id, rows.map((row) => asShown(row, session))]))
      : pages;
  });

/** Like `nestedPages`, for a list whose rows are visible with their parents. */
export const hangingPages = <Row, Parent>(
  session: ReadSession,
  list: HangingList<Row, Parent>,
  parents: SeenRows<Parent>,
  shape: KeyShape,
  read: ReadTogether = apart(session),
) =>
  loadPages(async (ids, page) => {
    const seen = await parentsShown(list, parents, ids);
    const pages = await readPages(session, list, { shape, read }, [...seen.keys()], page);
    return new Map(
      [...seen].map(([id, parent]) => [
        id,
        (pages.get(id) ?? []).map((row) => list.asShownWith(row, parent, session)),
      ]),
    );
  });

const parentsShown = async <Row, Parent>(
  { isShownWith = () => true }: HangingList<Row, Parent>,
  parents: SeenRows<Parent>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Parent>> =>
  new Map([...(await seenAmong(parents, ids))].filter(([, parent]) => isShownWith(parent)));

const readCounts = async <Row>(
  session: ReadSession,
  list: ReadList<Row>,
  parents: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (parents.length === 0) return new Map();
  const rows = await apart(session)<{
    parentId: string;
    count: string;
  }>(sql`select parent.id as "parentId", (select count(*) ${childrenOf(session, list)}) as count
    from unnest(${parents}::text[]) parent (id)`);
  return new Map(rows.map(({ parentId, count }) => [parentId, Number(count)]));
};

/** How many children each parent has, as far as this viewer may see. */
export const nestedCounts = <Row>(session: ReadSession, list: NestedList<Row>) =>
  new DataLoader<string, number>(async (ids) => {
    const counts = await readCounts(session, list, ids);
    return ids.map((id) => counts.get(id) ?? 0);
  });

/** Like `nestedCounts`, for a list whose rows are visible with their parents. */
export const hangingCounts = <Row, Parent>(
  session: ReadSession,
  list: HangingList<Row, Parent>,
  parents: SeenRows<Parent>,
) =>
  new DataLoader<string, number>(async (ids) => {
    const seen = await parentsShown(list, parents, ids);
    const counts = await readCounts(session, list, [...seen.keys()]);
    return ids.map((id) => counts.get(id) ?? 0);
  });
