import DataLoader from 'dataloader';
import type { OptionalCondition } from '#domain/input/condition.ts';
import { readStandingId } from '#domain/input/shown-id.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { meets } from './reading/conditions.ts';
import type { NewestFirst } from './reading/newest-first.ts';
import { columnList } from './reading/row-columns.ts';
import { hasId } from './reading/rows-with-ids.ts';
import { type SqlBool, sql } from './reading/sql.ts';
import { itemsVisibleTo, quarantinesVisibleTo, visibleWithItem } from './reading/visibility-predicate.ts';
import { itemsOf } from './review/items.ts';
import type { ReadSession } from './store/viewer-session.ts';

export interface QuarantineRow {
  readonly id: string;
  readonly reason: string;
  readonly setBy: string;
  readonly setAt: Date;
  readonly endedAt: Date | null;
}

const columnsOf = (table: string) => columnList(table, ['id', 'reason', 'setBy', 'setAt', 'endedAt']);
const columns = columnsOf('q');

/** True for viewers who may know of quarantines. */
const mayKnow = (viewer: Viewer): boolean => mayReadField(viewer, 'quarantines');

/** Null for an id that is missing or hidden. */
export const quarantinesById = (session: ReadSession) =>
  new DataLoader<string, QuarantineRow | null>(async (ids) => {
    const { rows } =
      await sql<QuarantineRow>`select ${columns} from quarantines q where ${hasId(session.viewer.tenant, ids, 'q')} and ${quarantinesVisibleTo(session.viewer, 'q')}`.execute(
        await session.byKey(),
      );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

export interface QuarantineFilter {
  /** The name of the admin who set it. */
  readonly setBy?: OptionalCondition<string>;
  readonly setAt?: OptionalCondition<Date>;
  /** Restricts to quarantines that have ended, or to all others. */
  readonly ended?: boolean | null | undefined;
}

/** The quarantines that a viewer sees, newest first. */
export const quarantines: NewestFirst<QuarantineRow, QuarantineFilter> = {
  name: 'quarantines:newest',
  table: 'quarantines',
  columns: () => columnsOf('n'),
  visible: (viewer) => quarantinesVisibleTo(viewer, 'n'),
  conditions: ({ setBy, setAt, ended }) => [
    meets(sql.ref('n.set_by'), setBy),
    meets(sql.ref('n.set_at'), setAt),
    ended != null && sql<SqlBool>`(n.ended_at is not null) = ${ended}::boolean`,
  ],
  orders: { SET_AT: null },
};

/**
 * The quarantines that withhold each item, now or by the id of a snapshot then, oldest first; none for a viewer who does not see the item,
 * or neither reviews nor audits.
 */
export const quarantinesOfItem = (session: ReadSession) =>
  new DataLoader<string, readonly QuarantineRow[]>(async (keys) => {
    if (!mayKnow(session.viewer)) return keys.map(() => []);
    const wanted = keys.map(readStandingId);
    const { rows } = await sql<QuarantineRow & { readonly key: string }>`select wanted.key, ${columns}
      from unnest(${[...keys]}::text[], ${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[])
        as wanted (key, id, instant)
      join quarantined_items n on n.tenant = ${session.viewer.tenant} and (n.memory_id = wanted.id or n.entity_id = wanted.id)
      join quarantines q on q.tenant = n.tenant and q.id = n.quarantine_id
      where case when wanted.instant is null then n.released_at is null
          else q.set_at <= wanted.instant and (n.released_at is null or n.released_at > wanted.instant) end
        and ${visibleWithItem(session.viewer, 'n')}
      order by q.set_at, q.id`.execute(await session.byKey());
    const found = Map.groupBy(rows, ({ key }) => key);
    return keys.map((key) => found.get(key) ?? []);
  });

/** The items that a quarantine still withholds, or withheld at an instant, as far as the viewer sees them. */
export const itemsOfQuarantine = itemsOf('quarantined-items', {
  of: 'q.quarantine_id',
  join: (
    asOf,
  ) => sql`join quarantined_items q on q.tenant = i.tenant and (q.memory_id = i.id or q.entity_id = i.id)
    and ${asOf === null ? sql`q.released_at is null` : sql`(q.released_at is null or q.released_at > ${asOf})`}`,
  shownTo: (viewer, table) => (mayKnow(viewer) ? itemsVisibleTo(viewer, table) : sql<SqlBool>`false`),
});
