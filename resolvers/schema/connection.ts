import type { InputRef } from '@pothos/core';
import type DataLoader from 'dataloader';
import type { ItemKind } from '#domain/review/states.ts';
import { type Count, exactly } from '#persistence/reading/count.ts';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import { encodeCursor, pageArguments, pageOfPlaces, unreadPage } from '#persistence/reading/keyset.ts';
import type { Loaders } from '#persistence/reading/loaders.ts';
import {
  type CountKey,
  type ListSelection,
  nestedCursor,
  type OrderedList,
  type PageKey,
} from '#persistence/reading/nested-list.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';
import { OrderDirection } from './enums.ts';
import { asBadInput } from './errors.ts';
import { PageInfo } from './page-info.ts';

/** The arguments of every list. */
export const pageArgs = builder.args((t) => ({
  first: t.int({
    required: false,
    description:
      'Items a page, counted from the beginning of the list or from `after`, 0 to 100; 25 when neither this nor `last` is given.',
  }),
  after: t.string({
    required: false,
    description: 'Only items after this cursor: `endCursor` of the page before; absent: from the beginning.',
  }),
  last: t.int({
    required: false,
    description:
      'Items a page, counted from the end of the list or from `before`, 0 to 100, in the order of the list; not beside `first`.',
  }),
  before: t.string({
    required: false,
    description: 'Only items before this cursor: `startCursor` of the page that follows; absent: to the end.',
  }),
}));

type GivenPageArguments = Parameters<typeof pageArguments>[0];
type GivenNestedArguments = GivenPageArguments & ListSelection;

const ListOrder = builder.inputType('ListOrder', {
  description: 'The order of a list that has only one: as it is, or the other way round.',
  fields: (t) => ({
    direction: t.field({
      type: OrderDirection,
      required: true,
      description: 'Whether the list is ascending, as its description says, or descending.',
    }),
  }),
});

/** The arguments of a list of children that is neither filtered nor ordered by values. */
export const nestedArgs = builder.args((t) => ({
  orderBy: t.field({
    type: ListOrder,
    required: false,
    description: 'The order of the list; absent: as its description says.',
  }),
  ...pageArgs,
}));

/** The arguments of a list of children that takes the filter and the order of the list of all such things. */
export const selectionArgs = <Filter, Order>(filter: InputRef<Filter>, orderBy: InputRef<Order>) =>
  builder.args((t) => ({
    filter: t.field({
      type: filter,
      required: false,
      description: 'Which items to list; absent: all of them.',
    }),
    orderBy: t.field({
      type: orderBy,
      required: false,
      description: 'The order of the list; absent: as its description says.',
    }),
    ...pageArgs,
  }));

interface ListReader<Row, NodeShape> {
  readonly page: (page: PageArguments) => Promise<Page<Row>>;
  readonly count: () => Promise<Count>;
  readonly cursor: (row: Row) => string;
  /** The node shown for a row. */
  readonly node: (row: Row) => NodeShape | Promise<NodeShape>;
}

/** An item of a page; its cursor is encoded when it is asked for. */
class Edge<Row, NodeShape> {
  readonly node: NodeShape;
  readonly #row: Row;
  readonly #encode: (row: Row) => string;
  constructor(node: NodeShape, row: Row, encode: (row: Row) => string) {
    this.node = node;
    this.#row = row;
    this.#encode = encode;
  }
  get cursor(): string {
    return this.#encode(this.#row);
  }
}

const toConnection = <Row, NodeShape>(
  { rows, hasMore, number, readTo }: Page<Row>,
  nodes: readonly NodeShape[],
  { page, cursor, count }: Pick<ListReader<Row, NodeShape>, 'page' | 'cursor' | 'count'>,
  asked: PageArguments,
) => {
  const edges = rows.map((row, place) => new Edge(nodes[place] as NodeShape, row, cursor));
  const isAny = async (wanted: PageArguments) => {
    const found = await page(wanted);
    return found.rows.length > 0 || found.hasMore === true;
  };
  const reached = readTo && cursor(readTo);
  const pageInfo = new PageInfo({ asked, hasMore, cursors: edges, reached, isAny });
  let counting: Promise<Count> | undefined;
  const totalCount = () => {
    counting ??= number === undefined ? count() : Promise.resolve(number);
    return counting;
  };
  return { edges, pageInfo, totalCount };
};

const askedPage = (given: GivenPageArguments): PageArguments => {
  try {
    return pageArguments(given);
  } catch (error) {
    throw asBadInput(error);
  }
};

const refuse = (error: unknown): never => {
  throw asBadInput(error);
};

/** A page of a list with its cursors; bad arguments are BAD_USER_INPUT. One promise a list: a page of memories has dozens. */
export const readConnection = <Row, NodeShape>(
  given: GivenPageArguments,
  list: ListReader<Row, NodeShape>,
): Promise<ReturnType<typeof toConnection<Row, NodeShape>>> => {
  const asked = askedPage(given);
  // No rows are asked for, but their count: with a filter a page might read all rows to find one that meets it.
  const isUnread = asked.size === 0 && asked.after === null && asked.before == null;
  return (isUnread ? Promise.resolve(unreadPage) : list.page(asked)).then((page) => {
    const found = page.rows.map(list.node);
    // Most lists hold their rows themselves; only references are waited for.
    return found.some((item) => item instanceof Promise)
      ? Promise.all(found).then((nodes) => toConnection(page, nodes, list, asked))
      : toConnection(page, found as NodeShape[], list, asked);
  }, refuse);
};

/** Like `readConnection`, for a list that is complete; null leaves a place empty. */
export const readPlaces = <Row>(
  name: string,
  places: readonly (Row | null)[],
  given: GivenPageArguments & Pick<ListSelection, 'orderBy'>,
) => {
  const rows = places.flatMap((row, place) => (row === null ? [] : [{ place, row }]));
  return readConnection(given, {
    page: async (page) => pageOfPlaces(name, rows, page, given.orderBy?.direction),
    count: async () => exactly(rows.length),
    cursor: ({ place }) => encodeCursor(name, [place]),
    node: ({ row }) => row,
  });
};

/** The node of a list whose rows are its nodes. */
export const itself = <Row>(row: Row): Row => row;

/** A row that this operation's snapshot lists and its loader must find. */
export const present = <Row>(row: Row | null): Row => {
  if (row === null) throw new Error('A list holds an item that its own viewer does not see.');
  return row;
};

/** Primes the loader with the rows of a page, so that their fields, and fields that lead back to them, read no row again. */
export const primed = <Row extends { readonly id: string }>(
  rows: Pick<DataLoader<string, Row | null>, 'prime'>,
  page: Page<Row>,
): Page<Row> => {
  for (const row of page.rows) rows.prime(row.id, row);
  return page;
};

/** The rows of ids that this operation's own snapshot gave, in their order. */
export const loadAll = <Row>(
  loader: Pick<DataLoader<string, Row | null>, 'load'>,
  ids: readonly string[],
): Promise<Row[]> => Promise.all(ids.map(async (id) => present(await loader.load(id))));

/** Like `readConnection`, for a list of a parent, batched with its siblings. */
export const readNestedConnection = <Row, NodeShape>(
  parentId: string,
  given: GivenNestedArguments,
  list: OrderedList<Row>,
  pages: { readonly load: (key: PageKey) => Promise<Page<Row>> },
  counts: { readonly load: (key: CountKey) => Promise<Count> },
  node: (row: Row) => NodeShape | Promise<NodeShape>,
) => {
  const { filter, orderBy, asOf } = given;
  return readConnection(given, {
    page: (page) => pages.load({ parentId, filter, orderBy, asOf, ...page }),
    count: () => counts.load({ parentId, filter, asOf }),
    cursor: (row) => nestedCursor(list, row, orderBy),
    node,
  });
};

type NestedPages<Row> = Parameters<typeof readNestedConnection<Row, unknown>>[3];
type NestedCount = Parameters<typeof readNestedConnection>[4];
type LoadersOf<Row> = (loaders: Loaders) => readonly [pages: NestedPages<Row>, counts: NestedCount];

/** Makes the arguments and the resolver of a field that lists the children of its parent, which `idOf` identifies. */
const listsOf = <Parent>(idOf: (parent: Parent) => string) => ({
  /** The list has the rows themselves. */
  rows: <Row>(list: OrderedList<Row>, loadersOf: LoadersOf<Row>) => ({
    args: nestedArgs,
    resolve: (parent: Parent, args: GivenNestedArguments, { reads: { loaders } }: GraphQLContext) =>
      readNestedConnection(idOf(parent), args, list, ...loadersOf(loaders), itself),
  }),
  /** The list has ids of rows, which `rowsOf` reads. */
  refs: <Row extends { readonly id: string }, NodeShape>(
    list: OrderedList<Row>,
    loadersOf: LoadersOf<Row>,
    rowsOf: (loaders: Loaders) => Pick<DataLoader<string, NodeShape | null>, 'load'>,
  ) => ({
    args: nestedArgs,
    resolve: (parent: Parent, args: GivenNestedArguments, { reads: { loaders } }: GraphQLContext) =>
      readNestedConnection(idOf(parent), args, list, ...loadersOf(loaders), async ({ id }) =>
        present(await rowsOf(loaders).load(id)),
      ),
  }),
});

/** Lists of the children of a row. */
export const ofId = listsOf(({ id }: { readonly id: string }) => id);
/** Lists of the children of a user or a project. */
export const ofName = listsOf(({ name }: { readonly name: string }) => name);

type ListOfItem<Row> = readonly [list: OrderedList<Row>, loadersOf: LoadersOf<Row>];

/** The arguments and the resolver of a field that lists the children of a memory or an entity, each by a list of its own. */
export const rowsOfItem = <Row>(lists: Readonly<Record<ItemKind, ListOfItem<Row>>>) => ({
  args: nestedArgs,
  resolve: (
    { id, itemKind }: { readonly id: string; readonly itemKind: ItemKind },
    args: GivenNestedArguments,
    { reads: { loaders } }: GraphQLContext,
  ) => {
    const [list, loadersOf] = lists[itemKind];
    return readNestedConnection(id, args, list, ...loadersOf(loaders), itself);
  },
});
