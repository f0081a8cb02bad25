import DataLoader from 'dataloader';
import { mayReadField } from '#domain/privacy/field-access.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { NestedList } from './reading/nested-list.ts';
import { sql } from './reading/sql.ts';
import { hangersVisibleTo, quarantinesVisibleTo } from './reading/visibility-predicate.ts';
import type { ReadSession } from './store/viewer-session.ts';

export interface QuarantineRow {
  readonly id: string;
  readonly reason: string;
  readonly setBy: string;
  readonly setAt: Date;
  readonly endedAt: Date | null;
}

const columns = sql`q.id, q.reason, q.set_by as "setBy", q.set_at as "setAt", q.ended_at as "endedAt"`;

/** True for viewers who may know of quarantines. */
const mayKnow = (viewer: Viewer): boolean => mayReadField(viewer, 'quarantines', { contributor: null });

/** Null for an id that is missing or hidden. */
export const quarantinesById = (session: ReadSession) =>
  new DataLoader<string, QuarantineRow | null>(async (ids) => {
    const { rows } =
      await sql<QuarantineRow>`select ${columns} from quarantines q where q.id = any(${[...ids]}) and ${quarantinesVisibleTo(session.viewer, 'q')}`.execute(
        await session.byKey(),
      );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** The quarantines that withhold each item, oldest first; none for a viewer who does not see the item, or neither reviews nor audits. */
export const quarantinesOfItem = (session: ReadSession) =>
  new DataLoader<string, readonly QuarantineRow[]>(async (itemIds) => {
    if (!mayKnow(session.viewer)) return itemIds.map(() => []);
    const { rows } = await sql<
      QuarantineRow & { readonly itemId: string }
    >`select coalesce(n.memory_id, n.entity_id) as "itemId", ${columns} from quarantined_items n
      join quarantines q on q.tenant = n.tenant and q.id = n.quarantine_id
      where n.tenant = ${session.viewer.tenant} and n.released_at is null
        and (n.memory_id = any(${[...itemIds]}) or n.entity_id = any(${[...itemIds]})) and ${hangersVisibleTo(session.viewer, 'n')}
      order by q.set_at, q.id`.execute(await session.byKey());
    const found = Map.groupBy(rows, ({ itemId }) => itemId);
    return itemIds.map((id) => found.get(id) ?? []);
  });

/** An item that a quarantine still withholds. */
interface QuarantinedRef {
  readonly place: string;
  readonly id: string;
}

/** Items of a quarantine that the viewer sees. */
export const itemsOfQuarantine: NestedList<QuarantinedRef> = {
  name: 'quarantined-items',
  columns: sql`n.id as place, coalesce(n.memory_id, n.entity_id) as id`,
  from: sql`quarantined_items`,
  parent: 'quarantine_id',
  key: 'id',
  keyOf: ({ place }) => place,
  visible: (viewer) =>
    mayKnow(viewer) ? sql`${hangersVisibleTo(viewer, 'n')} and n.released_at is null` : sql`false`,
};
