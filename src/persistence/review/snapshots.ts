import DataLoader from 'dataloader';
import { readSnapshotId } from '#domain/input/shown-id.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import {
  type EntityRow,
  type ItemRow,
  itemAsShown,
  itemColumns,
  itemsAsSeen,
  type MemoryRow,
} from '#persistence/reading/item-rows.ts';
import { type Expression, type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** An item as it stood, with the status that it has today. */
type AsItStood<Row extends ItemRow> = Row & { readonly statusNow: ItemStatus };

/** The name of an entity `i` as it stood. */
export const nameThen = sql`coalesce(i.name_then, i.name)`;

const ofKind = {
  memory: {
    table: sql.table('memories'),
    key: sql.ref('r.memory_id'),
    more: sql`, i.summary_then as summary`,
  },
  entity: {
    table: sql.table('graph_entities'),
    key: sql.ref('r.entity_id'),
    more: sql`, ${nameThen} as name`,
  },
};

/** The rows `m` of items as `i`, with what their last revision at an instant says: `status_then`, `content_then` and so on. */
const asTheyStood = (itemKind: ItemRow['itemKind'], of: Expression<unknown>, at: Expression<unknown>) =>
  sql`(select m.*, then_.* from ${of} m join lateral (select r.status as status_then, r.content as content_then,
      r.summary as summary_then, r.name as name_then, r.revision as revision_then
    from revisions r where r.tenant = m.tenant and ${ofKind[itemKind].key} = m.id
    and r.edited_at <= ${at} order by r.revision desc limit 1) then_ on true) i`;

/** The memories or entities as `i`, with what they said at an instant when one is given. */
export const itemsAt = (itemKind: ItemRow['itemKind'], asOf: Date | null): RawBuilder<unknown> => {
  const { table } = ofKind[itemKind];
  return asOf === null ? sql`${table} i` : asTheyStood(itemKind, table, sql.val(asOf));
};

/** The columns that differ as an item stood, to follow those of now. */
const columnsThen = (itemKind: ItemRow['itemKind']) =>
  sql`, i.status as "statusNow", i.status_then as status, i.content_then as content, i.revision_then as revision${ofKind[itemKind].more}`;

/** Filters snapshots to those that the viewer may see today, each with the words that the viewer may read. */
const seenAsTheyStood = <Row extends ItemRow>(
  session: ReadSession,
  rows: readonly AsItStood<Row>[],
  at: Date,
): Row[] =>
  rows
    // An item believed later is shown as the candidate it was.
    .filter(({ statusNow, ...row }) => isVisible(session.viewer, { ...row, status: statusNow }))
    .map((row) => itemAsShown<Row>(session, { ...row, stoodAt: at }));

/** Reads the memories or entities `i` (see `itemsAt`) that the viewer may see, each with the words that the viewer may read. */
export const readItemsAt = async <Row extends ItemRow>(
  session: ReadSession,
  itemKind: Row['itemKind'],
  {
    asOf,
    columns,
    where,
  }: {
    readonly asOf: Date | null;
    readonly columns: Expression<unknown>;
    readonly where: Expression<unknown>;
  },
): Promise<Row[]> => {
  const then = asOf === null ? sql`` : columnsThen(itemKind);
  const { rows } = await sql<
    AsItStood<Row>
  >`select ${columns}${then} from ${itemsAt(itemKind, asOf)} where ${where}`.execute(await session.db());
  return asOf === null ? itemsAsSeen<Row>(session, rows) : seenAsTheyStood<Row>(session, rows, asOf);
};

/** Items as they stood, by the ids of snapshots; null for what is missing, hidden today, or did not stand yet. */
const snapshots = <Row extends ItemRow>(session: ReadSession, itemKind: Row['itemKind']) =>
  new DataLoader<string, Row | null>(async (texts) => {
    const wanted = texts.map(readSnapshotId);
    const named = wanted.filter((snapshot) => snapshot !== null);
    if (named.length === 0) return texts.map(() => null);
    const asked = sql`(select m.*, w.place, w.at from unnest(${named.map(({ id }) => id)}::text[],
        ${named.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality w (id, at, place)
      join ${ofKind[itemKind].table} m on m.id = w.id and m.tenant = ${session.viewer.tenant})`;
    const { rows } = await sql<
      AsItStood<Row> & { readonly place: number }
    >`select ${itemColumns('i', session, itemKind)}${columnsThen(itemKind)}, i.place
      from ${asTheyStood(itemKind, asked, sql.ref('m.at'))}
      where ${itemsVisibleTo(session.viewer, 'i')}`.execute(await session.byKey());
    const byPlace = Map.groupBy(rows, ({ place }) => Number(place) - 1);
    const found = new Map(
      named.flatMap(({ at }, place) =>
        seenAsTheyStood<Row>(session, byPlace.get(place) ?? [], at).map((row) => [place, row] as const),
      ),
    );
    let place = 0;
    return wanted.map((snapshot) => (snapshot === null ? null : (found.get(place++) ?? null)));
  });

export const memorySnapshots = (session: ReadSession) => snapshots<MemoryRow>(session, 'memory');
export const entitySnapshots = (session: ReadSession) => snapshots<EntityRow>(session, 'entity');
