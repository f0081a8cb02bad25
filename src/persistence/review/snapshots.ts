import DataLoader from 'dataloader';
import { readSnapshotId } from '#domain/input/shown-id.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { itemAsShown, itemColumns, type MemoryRow } from '#persistence/reading/item-rows.ts';
import { type Expression, type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** A memory as it stood, with the status that it has today. */
export type MemoryThen = MemoryRow & { readonly statusNow: ItemStatus };

/** The last revision of `m` at an instant, as `then_`: what is joined to memories that are read as they stood. */
export const revisionAt = (at: Expression<unknown>): RawBuilder<unknown> =>
  sql`join lateral (select r.status, r.content, r.revision from revisions r where r.tenant = m.tenant and r.memory_id = m.id
    and r.edited_at <= ${at} order by r.revision desc limit 1) then_ on true`;

/** Of rows as they stood, those that the viewer may see today, each in the words that are for the viewer. */
export const seenAsTheyStood = (session: ReadSession, rows: readonly MemoryThen[], at: Date): MemoryRow[] =>
  rows
    // What has been believed since is shown as the candidate that it was.
    .filter(({ statusNow, ...row }) => isVisible(session.viewer, { ...row, status: statusNow }))
    .map((row) => itemAsShown(session, { ...row, asOf: at }));

/** Memories as they stood, by the ids of snapshots; null for what is missing, hidden today, or did not stand yet. */
export const memorySnapshots = (session: ReadSession) =>
  new DataLoader<string, MemoryRow | null>(async (texts) => {
    const wanted = texts.map(readSnapshotId);
    const named = wanted.filter((snapshot) => snapshot !== null);
    if (named.length === 0) return texts.map(() => null);
    const { rows } = await sql<
      MemoryThen & { readonly place: number }
    >`select ${itemColumns('i', session, 'memory')},
        i.status as "statusNow", i.status_then as status, i.content_then as content, i.revision_then as revision, i.place
      from (select m.*, w.place, then_.status as status_then, then_.content as content_then, then_.revision as revision_then
        from unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality w (id, at, place)
        join memories m on m.id = w.id ${revisionAt(sql.ref('w.at'))} where m.tenant = ${session.viewer.tenant}) i
      where ${itemsVisibleTo(session.viewer, 'i')}`.execute(await session.byKey());
    const byPlace = Map.groupBy(rows, ({ place }) => Number(place) - 1);
    const found = new Map(
      named.flatMap(({ at }, place) =>
        seenAsTheyStood(session, byPlace.get(place) ?? [], at).map((row) => [place, row] as const),
      ),
    );
    let place = 0;
    return wanted.map((snapshot) => (snapshot === null ? null : (found.get(place++) ?? null)));
  });
