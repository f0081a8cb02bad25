import type DataLoader from 'dataloader';
import type { OrderBy } from '#persistence/reading/list-order.ts';
import type { Loaders } from '#persistence/reading/loaders.ts';
import {
  countOfNewest,
  type NewestFirst,
  newestFirstCursor,
  pageOfNewest,
} from '#persistence/reading/newest-first.ts';
import { itself, present, primed, readConnection } from './connection.ts';
import type { GraphQLContext } from './context.ts';

interface Identified {
  readonly id: string;
}

type Given<Filter> = Parameters<typeof readConnection>[0] & {
  readonly filter?: Filter | null | undefined;
  readonly orderBy?: OrderBy | null | undefined;
};

const readerOf = <Row extends Identified, Filter extends object>(
  list: NewestFirst<Row, Filter>,
  { filter, orderBy }: Given<Filter>,
  { reads: { session } }: GraphQLContext,
) => {
  const given = filter ?? ({} as Filter);
  return {
    page: (page: Parameters<typeof pageOfNewest>[3]) =>
      pageOfNewest(session, list, { filter: given, orderBy }, page),
    count: () => countOfNewest(session, list, given),
    cursor: (row: Row) => newestFirstCursor(list, row, orderBy),
  };
};

/** Resolves a root list of a whole table, whose rows the loader of single rows need not read again. */
export const newestRows =
  <Row extends Identified, Filter extends object>(
    list: NewestFirst<Row, Filter>,
    loaderOf: (loaders: Loaders) => Pick<DataLoader<string, Row | null>, 'prime'>,
  ) =>
  (_root: unknown, args: Given<Filter>, context: GraphQLContext) => {
    const reader = readerOf(list, args, context);
    return readConnection(args, {
      ...reader,
      page: async (page) => primed(loaderOf(context.reads.loaders), await reader.page(page)),
      node: itself,
    });
  };

/** Resolves a root list of ids, whose rows the loader reads. */
export const newestRefs =
  <Node, Filter extends object>(
    list: NewestFirst<Identified, Filter>,
    loaderOf: (loaders: Loaders) => Pick<DataLoader<string, Node | null>, 'load'>,
  ) =>
  (_root: unknown, args: Given<Filter>, context: GraphQLContext) =>
    readConnection(args, {
      ...readerOf(list, args, context),
      node: async ({ id }) => present(await loaderOf(context.reads.loaders).load(id)),
    });
