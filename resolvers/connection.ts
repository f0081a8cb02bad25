import type DataLoader from 'dataloader';
import type { Page, PageArguments } from '#persistence/keyset.ts';
import { pageArguments } from '#persistence/keyset.ts';
import { type NestedList, nestedCursor } from '#persistence/nested-list.ts';
import { builder } from './builder.ts';
import { refusingBadInput } from './errors.ts';

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

/** A page of a list with its cursors; bad arguments are BAD_USER_INPUT. */
export const readConnection = <Row, NodeShape>(
  given: GivenPageArguments,
  { page, count, cursor, node }: ListReader<Row, NodeShape>,
) =>
  refusingBadInput(async () => {
    const asked = pageArguments(given);
    const { rows, hasNextPage } = await page(asked);
    const found = rows.map(node);
    // Most lists hold their rows themselves; only references are waited for.
    const nodes = found.some((item) => item instanceof Promise) ? await Promise.all(found) : found;
    // A cursor is spelled when it is asked for.
    const cursorAt = (place: number): string | null => {
      const row = rows.at(place);
      return row === undefined ? null : cursor(row);
    };
    return {
      edges: rows.map((row, place) => ({
        get cursor() {
          return cursor(row);
        },
        node: nodes[place] as NodeShape,
      })),
      pageInfo: {
        hasNextPage,
        hasPreviousPage: asked.after !== null,
        get startCursor() {
          return cursorAt(0);
        },
        get endCursor() {
          return cursorAt(-1);
        },
      },
      totalCount: count,
    };
  });

/** The row itself is what stands in the list. */
export const itself = <Row>(row: Row): Row => row;

/** What a list of this operation's own snapshot holds, its loaders hold too. */
export const present = <Row>(row: Row | null): Row => {
  if (row === null) throw new Error('A list holds an item that its own viewer does not see.');
  return row;
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
  list: NestedList<Row>,
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
