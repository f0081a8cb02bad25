import DataLoader from 'dataloader';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type Conjunct, conjunction } from './conditions.ts';
import { type Count, countedAtMost, countOf, exactly } from './count.ts';
import { keyset, type Page, type PageArguments, pageOf } from './keyset.ts';
import { listOrder, type OrderBy, type OrderColumns } from './list-order.ts';
import type { ReadTogether } from './read-together.ts';
import { type SeenRows, seenAmong } from './row-loader.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';

/** A list of the children of a row: its pages and counts are read for all parents of an operation at once. */
export interface NestedList<Row> {
  /** Names the list's order in cursors. */
  readonly name: string;
  /** Columns of `n`; a function where they depend on the operation's selection. */
  readonly columns: RawBuilder<unknown> | ((session: ReadSession) => RawBuilder<unknown>);
  /** A table, or a query in parentheses, a function where it depends on the viewer; `n` in the expressions. */
  readonly from: RawBuilder<unknown> | ((viewer: Viewer) => RawBuilder<unknown>);
  /** Rows joined one to one; absent for none. */
  readonly join?: RawBuilder<unknown>;
  /** The columns with the parent's id; of several, either. */
  readonly parent: string | readonly [string, string];
  /**
   * True for rows of tables that a large tenant fills, and for those that other rows stand before: planned for their values. A plan that is
   * kept for all tenants expects so few rows of each that it may read a large one whole.
   */
  readonly byValue?: boolean;
  /**
   * Columns with the instants since when and until when a row stands, the latter null while it does: only what stands is listed, now or at
   * the instant of a snapshot. Absent: since ever, and for ever.
   */
  readonly lasts?: { readonly since?: string; readonly until?: string };
  /** Rows that have the values of an instant, and the conditions and orders by them; absent: `lasts` says enough. */
  readonly at?: (asOf: Date) => Pick<NestedList<Row>, 'from' | 'conditions' | 'orders'>;
  /** Unique among a parent's children; the order of the list: an id, a moment or a whole number, which Node and the server order alike. */
  readonly key: string;
  /** Direction of the key; absent: ascending. */
  readonly direction?: 'DESC';
  readonly keyOf: (row: Row) => string | number;
  /** Condition for rows of `parent.id` that the viewer may see. */
  readonly visible: (viewer: Viewer) => Expression<SqlBool>;
  /** A row in the words that are for the viewer; absent: as it is read. */
  readonly asShown?: (row: Row, session: ReadSession) => Row;
  /** Columns of `n` that the list can be ordered by; absent: by its key alone. */
  readonly orders?: OrderColumns;
  /** The conditions of a filter on rows of `n`; absent: the list takes none. */
  readonly conditions?: (filter: never, viewer: Viewer) => readonly Conjunct[];
}

/** Selects from a list: a filter in the form of its input, and an order instead of the list's own. */
export interface ListSelection {
  readonly filter?: object | null | undefined;
  readonly orderBy?: OrderBy | null | undefined;
  /** The instant that was asked for, or that of the parent's snapshot; absent: now. */
  readonly asOf?: Date | null | undefined;
}

/**
 * A list whose rows inherit visibility from their parent: the parent's row, as this operation read it, shows that the viewer may see them,
 * so that the store does not check it again for each. `visible` states further conditions.
 */
export interface ChildList<Row, Parent> extends Omit<NestedList<Row>, 'asShown'> {
  /** For a visible parent, whether its rows are visible as well; absent: they are. */
  readonly isShownWith?: (parent: Parent) => boolean;
  /** A row in the words that are for the viewer, who sees this parent. */
  readonly asShownWith: (row: Row, parent: Parent, session: ReadSession) => Row;
}

type KeyShape = 'string' | 'integer' | 'moment';

export interface PageKey extends PageArguments, ListSelection {
  readonly parentId: string;
}

export interface CountKey extends Pick<ListSelection, 'filter' | 'asOf'> {
  readonly parentId: string;
}

interface OfParent {
  readonly parentId: string;
}

/** The place of a row in its page, as it was read. */
interface Listed {
  readonly listPlace: string;
}

type Group<Row> = Promise<ReadonlyMap<string, readonly Row[]>>;

/** Each select in a statement of its own. */
const apart =
  (session: ReadSession, { byValue = false }: { readonly byValue?: boolean }): ReadTogether =>
  async <Row>(query: RawBuilder<unknown>) =>
    (await (query as RawBuilder<Row>).execute(await (byValue ? session.byValue() : session.byKey()))).rows;

/** Parts of a list that reading needs. */
type ReadList<Row> = Omit<NestedList<Row>, 'asShown'>;

/** Conditions that a row stands at an instant; null: now. */
const standing = <Row>({ lasts }: ReadList<Row>, asOf: Date | null | undefined): Conjunct[] => {
  if (!lasts) return [];
  const from = lasts.since ? sql.ref(`n.${lasts.since}`) : null;
  const to = lasts.until ? sql.ref(`n.${lasts.until}`) : null;
  return asOf == null
    ? [to && sql<SqlBool>`${to} is null`]
    : [from && sql<SqlBool>`${from} <= ${asOf}`, to && sql<SqlBool>`(${to} is null or ${to} > ${asOf})`];
};

/** The rows of `parent.id` that the viewer may see, from `from` to the end of `where`. */
const childrenOf = <Row>(
  { viewer }: ReadSession,
  list: ReadList<Row>,
  { filter, asOf }: Pick<ListSelection, 'filter' | 'asOf'>,
) => {
  const { from, join = sql``, parent, visible, conditions } = { ...list, ...(asOf && list.at?.(asOf)) };
  const columns = typeof parent === 'string' ? [parent] : parent;
  const isOf = sql.join(
    columns.map((name) => sql`${sql.ref(`n.${name}`)} = parent.id`),
    sql` or `,
  );
  const filtered = filter == null ? [] : (conditions?.(filter as never, viewer) ?? []);
  const rows = typeof from === 'function' ? from(viewer) : from;
  return sql`from ${rows} n ${join} where n.tenant = ${viewer.tenant} and (${isOf}) and ${conjunction([visible(viewer), ...standing(list, asOf), ...filtered])}`;
};

/** The order of a list, for cursors. */
export type OrderedList<Row> = Pick<NestedList<Row>, 'name' | 'key' | 'keyOf' | 'direction' | 'orders'>;

const orderOf = <Row>(
  { name, key, keyOf, direction, orders = {} }: OrderedList<Row>,
  orderBy: OrderBy | null | undefined,
  shape: KeyShape,
) =>
  listOrder<Row>(
    { name, key: { of: sql.ref(`n.${key}`), shape, keyOf }, direction: direction ?? 'ASC' },
    orders,
    orderBy,
  );

/** The cursor of a row in its list. */
export const nestedCursor = <Row>(list: OrderedList<Row>, row: Row, orderBy?: OrderBy | null): string =>
  orderOf(list, orderBy, 'string').cursorOf(row);

/**
 * One page of each parent, from the end that it is taken from. Each is looked up for itself: of a parent with many
 * children no more is read than is shown.
 */
const readPages = async <Row>(
  session: ReadSession,
  list: ReadList<Row>,
  { shape, read }: { readonly shape: KeyShape; readonly read: ReadTogether },
  parents: readonly string[],
  page: PageArguments & ListSelection,
): Group<Row> => {
  const order = orderOf({ ...list, ...(page.asOf && list.at?.(page.asOf)) }, page.orderBy, shape);
  const { between, tail } = keyset(order.keyset, page);
  if (parents.length === 0) return new Map();
  const columns = typeof list.columns === 'function' ? list.columns(session) : list.columns;
  const rows = await read<
    Row & OfParent & Listed
  >(sql`select parent.id as "parentId", listed.* from unnest(${parents}::text[]) parent (id)
    cross join lateral (select n.*, row_number() over () as "listPlace"
      from (select ${columns}${order.position} ${childrenOf(session, list, page)}${between} ${tail}) n) listed`);
  const pages = Map.groupBy(rows, ({ parentId }) => parentId);
  for (const children of pages.values()) children.sort((a, b) => Number(a.listPlace) - Number(b.listPlace));
  return pages;
};

const pageKey = ({
  size,
  fromEnd = false,
  after,
  before = null,
  inclusive = false,
  filter = null,
  orderBy = null,
  asOf = null,
}: PageArguments & ListSelection): string =>
  JSON.stringify([size, fromEnd, after, before, inclusive, filter, orderBy, asOf]);

/** One statement for all parents that ask for the same page. */
const loadPages = <Row>(
  loadGroup: (parents: readonly string[], page: PageArguments & ListSelection) => Group<Row>,
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
  read: ReadTogether = apart(session, list),
) =>
  loadPages(async (parents, page) => {
    const pages = await readPages(session, list, { shape, read }, parents, page);
    const { asShown } = list;
    return asShown
      ? new Map([...pages].map(([id, rows]) => [id, rows.map((row) => asShown(row, session))]))
      : pages;
  });

/** Like `nestedPages`, for a list whose rows are visible with their parents. */
export const childPages = <Row, Parent>(
  session: ReadSession,
  list: ChildList<Row, Parent>,
  parents: SeenRows<Parent>,
  shape: KeyShape,
  read: ReadTogether = apart(session, list),
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
  { isShownWith = () => true }: ChildList<Row, Parent>,
  parents: SeenRows<Parent>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Parent>> =>
  new Map([...(await seenAmong(parents, ids))].filter(([, parent]) => isShownWith(parent)));

type Selection = Omit<CountKey, 'parentId'>;

const readCounts = async <Row>(
  session: ReadSession,
  list: ReadList<Row>,
  parents: readonly string[],
  selection: Selection,
): Promise<ReadonlyMap<string, Count>> => {
  if (parents.length === 0) return new Map();
  const rows = await apart(
    session,
    list,
  )<{
    parentId: string;
    count: string;
  }>(sql`select parent.id as "parentId", ${countedAtMost(childrenOf(session, list, selection))} as count
    from unnest(${parents}::text[]) parent (id)`);
  return new Map(rows.map(({ parentId, count }) => [parentId, countOf(count)]));
};

const countKey = ({ filter = null, asOf = null }: Selection): string => JSON.stringify([filter, asOf]);

/** One statement for all parents that ask with the same selection. */
const loadCounts = (
  countGroup: (parents: readonly string[], selection: Selection) => Promise<ReadonlyMap<string, Count>>,
): DataLoader<CountKey, Count, string> =>
  new DataLoader<CountKey, Count, string>(
    async (keys) => {
      const groups = [...Map.groupBy(keys, countKey)];
      const counted = new Map(
        await Promise.all(
          groups.map(async ([group, members]) => {
            const parents = members.map(({ parentId }) => parentId);
            return [group, await countGroup(parents, members[0] ?? {})] as const;
          }),
        ),
      );
      return keys.map((key) => counted.get(countKey(key))?.get(key.parentId) ?? exactly(0));
    },
    { cacheKeyFn: (key) => `${key.parentId} ${countKey(key)}` },
  );

/** How many children each parent has, as far as this viewer may see. */
export const nestedCounts = <Row>(session: ReadSession, list: NestedList<Row>) =>
  loadCounts((parents, selection) => readCounts(session, list, parents, selection));

/** Like `nestedCounts`, for a list whose rows are visible with their parents. */
export const childCounts = <Row, Parent>(
  session: ReadSession,
  list: ChildList<Row, Parent>,
  parents: SeenRows<Parent>,
) =>
  loadCounts(async (ids, selection) => {
    const seen = await parentsShown(list, parents, ids);
    return readCounts(session, list, [...seen.keys()], selection);
  });
