import { isStated } from '#domain/input/condition.ts';
import {
  type FilteredList,
  mostCompared,
  mostLookedUp,
  readFiltered,
} from '#persistence/reading/filtered-list.ts';
import { type ItemRow, itemsAsSeen } from '#persistence/reading/item-rows.ts';
import {
  type KeysetOrder,
  keyset,
  type Page,
  type PageArguments,
  pageOf,
} from '#persistence/reading/keyset.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type ItemFilter, itemConditions, servedMembers } from './item-filter.ts';
import { itemsAt, readItemsAt } from './snapshots.ts';

/** Decides whether a filter asks of the state of the source, which is looked up for each item. */
const looksUp = ({ sourceState, and, or }: ItemFilter): boolean =>
  isStated(sourceState) || [...(and ?? []), ...(or ?? [])].some(looksUp);

/** Items that are compared with a filter at most. */
export const mostItems = (filter: ItemFilter): number => (looksUp(filter) ? mostLookedUp : mostCompared);

/** A list of memories or entities as they are now; `conditionsOf` are those of the list with a part of its filter. */
export const filteredItems = (
  session: ReadSession,
  kind: 'memory' | 'entity',
  filter: ItemFilter,
  conditionsOf: (part: ItemFilter) => RawBuilder<SqlBool>,
): FilteredList<ItemFilter> => ({
  served: servedMembers[kind],
  from: (part) => sql`from ${itemsAt(kind, null)} where ${conditionsOf(part)}`,
  conditions: (part) => itemConditions(session.viewer, part, { of: 'i', kind }),
  most: mostItems(filter),
});

interface ItemList {
  /** Conditions of the list with a part of its filter. */
  readonly conditionsOf: (part: ItemFilter) => RawBuilder<SqlBool>;
  readonly columns: RawBuilder<unknown>;
  readonly order: KeysetOrder;
}

/** A page of memories or entities that the viewer may see, now or as they stood at an instant. */
export const pageOfItems = async <Row extends ItemRow>(
  session: ReadSession,
  kind: Row['itemKind'],
  { filter, asOf }: { readonly filter: ItemFilter; readonly asOf: Date | null },
  { conditionsOf, columns, order }: ItemList,
  page: PageArguments,
): Promise<Page<Row>> => {
  if (asOf !== null) {
    const { between, tail } = keyset(order, page);
    const where = sql`${conditionsOf(filter)}${between} ${tail}`;
    return pageOf(await readItemsAt<Row>(session, kind, { columns, asOf, where }), page);
  }
  const list = {
    ...filteredItems(session, kind, filter, conditionsOf),
    ...{ columns, order },
    asShown: (rows: readonly Row[]) => itemsAsSeen(session, rows),
  };
  return readFiltered(session, filter, list, page);
};
