import type { QueryExecutorProvider, ReadSession } from '#persistence/store/viewer-session.ts';
import { type Conjunct, conjunction, servedAndCompared } from './conditions.ts';
import { type Count, countOf, mostCounted } from './count.ts';
import { type Keyset, type KeysetOrder, keyset, type Page, type PageArguments, pageOf } from './keyset.ts';
import { type RawBuilder, type SqlBool, sql } from './sql.ts';

/** Memories, entities or audit events that are compared at most with conditions that no index serves. */
export const mostCompared = 50_000;
/** Rows that are compared at most where their visibility or value is looked up in another table. */
export const mostLookedUp = 10_000;

/** A list with a filter of which indexes serve a part. */
export interface FilteredList<Filter> {
  /** Members that indexes serve; null: every filter is served well enough. */
  readonly served: readonly (keyof Filter)[] | null;
  /** `from … where …` of the list, with a part of the filter. */
  readonly from: (part: Filter) => RawBuilder<unknown>;
  readonly conditions: (part: Filter) => readonly Conjunct[];
  /** Rows that are compared at most. */
  readonly most: number;
}

/** Rows that are read, and the condition that each is compared with; null: all of them are meant. */
interface Compared {
  /** `from … where …` */
  readonly from: RawBuilder<unknown>;
  readonly met: RawBuilder<SqlBool> | null;
  /** Rows that are compared at most. */
  readonly most: number;
}

const comparedIn = <Filter extends object>(filter: Filter, list: FilteredList<Filter>): Compared => {
  const { most } = list;
  if (list.served === null) return { from: list.from(filter), met: null, most };
  const { served, compared } = servedAndCompared(filter, list.served);
  return {
    from: list.from(served as Filter),
    met: compared && conjunction([sql`true`, ...list.conditions(compared as Filter)]),
    most,
  };
};

/** One row for each that is met, in an order, and one that `isBeyond` where not all were compared. */
export const selectMet = ({ from, met, most }: Compared, order: RawBuilder<unknown>): RawBuilder<unknown> =>
  met === null
    ? sql`select false as "isBeyond" ${from}`
    : sql`select place > ${sql.lit(most)} as "isBeyond" from (select met, row_number() over () as place
        from (select (${met}) as met ${from} order by ${order} limit ${sql.lit(most + 1)}) ordered) compared
      where met or place > ${sql.lit(most)}`;

/** The figures of `selectMet`, for `countOfMet`. */
export const countMet = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`count(*) filter (where not "isBeyond") as count, bool_or("isBeyond") as "isCut"
    from (select * from (${sql.join(parts, sql` union all `)}) each_list limit ${sql.lit(mostCounted + 1)}) counted`;

export interface CountedMet {
  readonly count: string;
  readonly isCut: boolean | null;
}

export const countOfMet = (counted: CountedMet | undefined): Count => {
  const { value, isExact } = countOf(counted?.count);
  return { value, isExact: isExact && counted?.isCut !== true };
};

/** A list that is counted by the rows that come first in an order. */
interface CountedList<Filter> extends FilteredList<Filter> {
  readonly order: RawBuilder<unknown>;
}

/**
 * Counts the rows of lists together. What indexes serve of the filter is counted; with the rest of it rows are compared one by one, the
 * first `most` of each list, and the count is exact where there are no more.
 */
export const countFiltered = async <Filter extends object>(
  session: ReadSession,
  filter: Filter,
  ...lists: readonly CountedList<Filter>[]
): Promise<Count> => {
  const parts = lists.map((list) => selectMet(comparedIn(filter, list), list.order));
  const { rows } = await sql<CountedMet>`select ${countMet(parts)}`.execute(await session.byValue());
  return countOfMet(rows[0]);
};

/** The statement of a page of rows that are compared, or of one of the lists that it is made of, for `pageOfFiltered`. */
export const selectCompared = (
  { from, met, most }: Compared,
  columns: RawBuilder<unknown>,
  { between, order, limit }: Omit<Keyset, 'tail'>,
): RawBuilder<unknown> =>
  met === null
    ? sql`select ${columns} ${from}${between} ${order} ${limit}`
    : sql`select *, "comparedPlace" = ${sql.lit(most)} as "isEnd" from (select *, row_number() over () as "comparedPlace"
        from (select ${columns}, (${met}) as "isMet" ${from}${between} ${order} limit ${sql.lit(most)}) ordered) compared
      where "isMet" or "comparedPlace" = ${sql.lit(most)} ${limit}`;

/** Like `selectCompared`, for a list with a filter. */
export const selectFiltered = <Filter extends object>(
  filter: Filter,
  list: FilteredList<Filter>,
  columns: RawBuilder<unknown>,
  ordered: Keyset,
): RawBuilder<unknown> => selectCompared(comparedIn(filter, list), columns, ordered);

/** A filter is planned for its values: few rows or most of them may meet it. */
export const planOfFilter = (session: ReadSession, filter: object): Promise<QueryExecutorProvider> =>
  Object.values(filter).some((condition) => condition != null) ? session.byValue() : session.db();

/** A row of `selectCompared`. */
interface ComparedRow {
  /** False: the row is only where the comparison ended. Absent: nothing is compared. */
  readonly isMet?: boolean;
  readonly isEnd?: boolean;
}

/** The page of rows that `selectCompared` gave: it ends where the comparison did, though it may hold no row then. */
export const pageOfFiltered = <Row extends object>(rows: readonly Row[], page: PageArguments): Page<Row> => {
  const end = rows.findIndex((row) => (row as ComparedRow).isEnd === true);
  const read = end === -1 ? rows : rows.slice(0, end + 1);
  const found = pageOf(
    read.filter((row) => (row as ComparedRow).isMet !== false),
    page,
  );
  const readTo = rows[end];
  return found.hasMore === true || readTo === undefined ? found : { ...found, hasMore: true, readTo };
};

/** A list that is read by pages. */
interface PagedList<Row, Filter> extends FilteredList<Filter> {
  readonly columns: RawBuilder<unknown>;
  readonly order: KeysetOrder;
  /** Leaves the rows that the viewer sees, in the words that are for them; absent: all, as they are read. */
  readonly asShown?: (rows: readonly Row[]) => readonly Row[];
}

/** Reads a page of a list. Throws `input.invalid` for a cursor of another list. */
export const readFiltered = async <Row extends object, Filter extends object>(
  session: ReadSession,
  filter: Filter,
  list: PagedList<Row, Filter>,
  page: PageArguments,
): Promise<Page<Row>> => {
  const { columns, order, asShown } = list;
  const { rows } = await sql<Row>`${selectFiltered(filter, list, columns, keyset(order, page))}`.execute(
    await planOfFilter(session, filter),
  );
  return pageOfFiltered(asShown ? asShown(rows) : rows, page);
};
