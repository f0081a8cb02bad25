import DataLoader from 'dataloader';
import { readSnapshotId } from '#domain/input/shown-id.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import {
  type EntityRow,
  type ItemRow,
  itemAsShown,
  itemColumns,
  type MemoryRow,
} from '#persistence/reading/item-rows.ts';
import { type Expression, type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** An item as it stood, with the status that it has today. */
export type AsItStood<Row extends ItemRow> = Row & { readonly statusNow: ItemStatus };

const ofKind = {
  memory: {
    table: sql.table('memories'),
    key: sql.ref('r.memory_id'),
    more: sql`, i.summary_then as summary`,
  },
  entity: {
    table: sql.table('graph_entities'),
    key: sql.ref('r.entity_id'),
    more: sql`, coalesce(i.name_then, i.name) as name`,
  },
};

/** The last revision of `m` at an instant, as `then_`: what is joined to items that are read as they stood. */
export const revisionAt = (itemKind: ItemRow['itemKind'], at: Expression<unknown>): RawBuilder<unknown> =>
  sql`join lateral (select r.status, r.content, r.summary, r.revision, r.name from revisions r where r.tenant = m.tenant and ${ofKind[itemKind].key} = m.id
    and r.edited_at <= ${at} order by r.revision desc limit 1) then_ on true`;

/** Of rows as they stood, those that the viewer may see today, each in the words that are for the viewer. */
export const seenAsTheyStood = <Row extends ItemRow>(
  session: ReadSession,
  rows: readonly AsItStood<Row>[],
  at: Date,
): Row[] =>
  rows
    // What has been believed since is shown as the candidate that it was.
    .filter(({ statusNow, ...row }) => isVisible(session.viewer, { ...row, status: statusNow }))
    .map((row) => itemAsShown<Row>(session, { ...row, stoodAt: at }));

/** Items as they stood, by the ids of snapshots; null for what is missing, hidden today, or did not stand yet. */
const snapshots = <Row extends ItemRow>(session: ReadSession, itemKind: Row['itemKind']) =>
  new DataLoader<string, Row | null>(async (texts) => {
    const wanted = texts.map(readSnapshotId);
    const named = wanted.filter((snapshot) => snapshot !== null);
    if (named.length === 0) return texts.map(() => null);
    const { table, more } = ofKind[itemKind];
    const { rows } = await sql<
      AsItStood<Row> & { readonly place: number }
    >`select ${itemColumns('i', session, itemKind)},
        i.status as "statusNow", i.status_then as status, i.content_then as content, i.revision_then as revision, i.place${more}
      from (select m.*, w.place, then_.status as status_then, then_.content as content_then, then_.revision as revision_then, then_.name as name_then, then_.summary as summary_then
        from unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality w (id, at, place)
        join ${table} m on m.id = w.id ${revisionAt(itemKind, sql.ref('w.at'))} where m.tenant = ${session.viewer.tenant}) i
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
