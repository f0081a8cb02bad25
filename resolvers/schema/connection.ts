import type DataLoader from 'dataloader';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import { pageArguments } from '#persistence/reading/keyset.ts';
import { type NestedList, nestedCursor } from '#persistence/reading/nested-list.ts';
import { builder } from './builder.ts';
import { asBadInput } from './errors.ts';

/** The arguments of every list. */
export const pageArgs = builder.args((t) => ({
  first: t.int({ required: false, description: 'Items a page, 0 to 100; 25 when absent.' }),
  after: t.string({
    required: false,
    description: '`endCursor` of the page before; absent for the first page.',
  }),
}));

interface GivenPageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

interface ListReader<Row, NodeShape> {
  readonly page: (page: PageArguments) => Promise<Page<Row>>;
  readonly count: () => Promise<number>;
  readonly cursor: (row: Row) => string;
  /** What stands in the list for a row. */
  readonly node: (row: Row) => NodeShape | Promise<NodeShape>;
}

/** An item of a page; its cursor is spelled when it is asked for. */
class Edge<Row, NodeShape> {
  readonly node: NodeShape;
  readonly #row: Row;
  readonly #spell: (row: Row) => string;
  constructor(node: NodeShape, row: Row, spell: (row: Row) => string) {
    this.node = node;
    this.#row = row;
    this.#spell = spell;
  }
  get cursor(): string {
    return this.#spell(this.#row);
  }
}

/** Where a page stands in its list. */
class PageInfo<Row, NodeShape> {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #edges: readonly Edge<Row, NodeShape>[];
  constructor(hasNextPage: boolean, hasPreviousPage: boolean, edges: readonly Edge<Row, NodeShape>[]) {
    this.hasNextPage = hasNextPage;
    this.hasPreviousPage = hasPreviousPage;
    this.#edges = edges;
  }
  get startCursor(): string | null {
    return this.#edges.at(0)?.cursor ?? null;
  }
  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

const toConnection = <Row, NodeShape>(
  { rows, hasNextPage }: Page<Row>,
  nodes: readonly NodeShape[],
  { cursor, count }: Pick<ListReader<Row, NodeShape>, 'cursor' | 'count'>,
  isFirst: boolean,
) => {
  const edges = rows.map((row, place) => new Edge(nodes[place] as NodeShape, row, cursor));
  return { edges, pageInfo: new PageInfo(hasNextPage, !isFirst, edges), totalCount: count };
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
  const isFirst = asked.after === null;
  return list.page(asked).then((page) => {
    const found = page.rows.map(list.node);
    // Most lists hold their rows themselves; only references are waited for.
    return found.some((item) => item instanceof Promise)
      ? Promise.all(found).then((nodes) => toConnection(page, nodes, list, isFirst))
      : toConnection(page, found as NodeShape[], list, isFirst);
  }, refuse);
};

/** The row itself is what stands in the list. */
export const itself = <Row>(row: Row): Row => row;

/** What a list of this operation's own snapshot holds, its loaders hold too. */
export const present = <Row>(row: Row | null): Row => {
  if (row === null) throw new Error('A list holds an item that its own viewer does not see.');
  return row;
};

/** A page of rows as the viewer sees them, so that what leads back to one of them, or hangs on it, need not read it again. */
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

/** As `readConnection`, for a list that hangs on a parent, batched with its siblings. */
export const readNestedConnection = <Row, NodeShape>(
  parentId: string,
  given: GivenPageArguments,
  list: Pick<NestedList<Row>, 'name' | 'keyOf'>,
  pages: DataLoader<PageArguments & { readonly parentId: string }, Page<Row>, string>,
  counts: Pick<DataLoader<string, number>, 'load'>,
  node: (row: Row) => NodeShape | Promise<NodeShape>,
) =>
  readConnection(given, {
    page: (page) => pages.load({ parentId, ...page }),
    count: () => counts.load(parentId),
    cursor: (row) => nestedCursor(list, row),
    node,
  });
