import type { Search } from '#domain/input/search.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import { itemStatuses } from '#domain/review/states.ts';
import type { EntityRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import { type Direction, keyset, type Page, type PageArguments } from '#persistence/reading/keyset.ts';
import {
  type FoundColumn,
  foundOrder,
  type NumberOfFound,
  numberOfFound,
  pageOfFound,
  pageOfNumbered,
  type SearchedTable,
  searchedTable,
} from '#persistence/reading/search.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type ItemFilter, onlyValue, statusesListed } from './item-filter.ts';
import type { Ranked } from './items.ts';
import { readItemsAt, searchedPast } from './snapshots.ts';

interface ItemQuery {
  readonly filter: ItemFilter;
  readonly asOf: Date | null;
  readonly excludePersonal?: boolean | null;
}

/** The table that a search of a list of memories, or of entities, reads. */
export const searchedItems = (
  session: ReadSession,
  itemKind: 'memory' | 'entity',
  { filter, asOf, excludePersonal = null }: ItemQuery,
  where: Expression<SqlBool>,
): SearchedTable => {
  const facets = {
    project: onlyValue(filter.project),
    kind: onlyValue<string>(itemKind === 'memory' ? filter.kind : filter.entityType),
    statuses: asOf === null ? statusesListed(filter) : itemStatuses,
    withPersonal: !excludesPersonal(session.viewer, excludePersonal),
  };
  return searchedTable(session, itemKind, filter, {
    facets,
    where,
    past: searchedPast(session, itemKind, asOf),
  });
};

interface FoundItems {
  /** Names the order in cursors. */
  readonly order: string;
  readonly column: FoundColumn;
  readonly direction: Direction;
  readonly tables: readonly SearchedTable[];
  /** Columns of the item `i`. */
  readonly columns: RawBuilder<unknown>;
}

/** A page of the memories, or of the entities, that a search finds. */
export const pageOfFoundItems = async <Row extends MemoryRow | EntityRow>(
  session: ReadSession,
  kind: 'memory' | 'entity',
  asOf: Date | null,
  search: Search,
  { order, column, direction, tables, columns }: FoundItems,
  page: PageArguments,
): Promise<Page<Row & Ranked>> => {
  const found = keyset(foundOrder(order, column, direction), page);
  const seen = await readItemsAt<Row & Ranked & Partial<NumberOfFound>>(session, kind, {
    asOf,
    columns: sql`${columns}, f.rank, ${numberOfFound()}`,
    page: pageOfFound(search, tables, column, found),
    where: sql`${itemsVisibleTo(session.viewer, 'i')} ${found.tail}`,
  });
  return pageOfNumbered(seen, page, tables);
};
