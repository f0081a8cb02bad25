import DataLoader from 'dataloader';
import type { DeliveredItem } from '#domain/bundle/receipt.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { systemRole, viewerRole } from '#entities/policies.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Change, ChangeStream } from '#persistence/store/change-feed.ts';
import { outageOf } from '#persistence/store/database-errors.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { readThroughOutages } from '#persistence/store/through-outages.ts';
import { inReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { presentWords } from './present-words.ts';

/** Loads the present words of memories; null for missing and hidden ones. */
export const presentWordsById = (session: ReadSession) =>
  new DataLoader(async (ids: readonly string[]) => {
    const found = await presentWords(session, ids);
    return ids.map((id) => found.get(id) ?? null);
  });

/** Loads the last delivery of memories to the viewer, with its receipt; null for memories never delivered to them. */
export const lastDeliveriesById = (session: ReadSession) =>
  new DataLoader<string, (DeliveredItem & { readonly receiptId: string }) | null>(async (ids) => {
    const { rows } = await sql<
      DeliveredItem & { receiptId: string }
    >`select d.memory_id as id, last.id as "receiptId", last.item_digests[array_position(last.item_ids, d.memory_id)] as digest
      from unnest(${[...ids]}::text[]) d (memory_id) cross join lateral (select r.id, r.item_ids, r.item_digests
        from delivered_items i join bundle_receipts r on r.tenant = i.tenant and r.id = i.receipt_id
        where i.tenant = ${session.viewer.tenant} and i.memory_id = d.memory_id and r.user_id = ${session.viewer.user}
        order by r.issued_at desc, r.id desc limit 1) last`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** A change that may concern a memory which was delivered. */
export interface DeliveryChange extends Change {
  readonly memoryId: string;
  /** Memories known to be unavailable, with the change that reported each; null when it was unavailable before. */
  readonly unavailable: Map<string, DeliveryChange | null>;
}

/**
 * For one user: of changes, in their order, the memories that they concern and that were delivered to that user. Read
 * past the visibility of the user, who knows these ids.
 */
const deliveredTo = async (
  orm: Orm,
  viewer: Viewer,
  changes: readonly Change[],
): Promise<{ readonly place: number; readonly memoryId: string }[]> => {
  return inReadSession(orm, viewer, systemRole, async (session) => {
    const { tenant, user } = viewer;
    const { rows } = await sql<{
      place: number;
      memoryId: string;
    }>`select g.place::int as place, m.id as "memoryId"
      from unnest(${changes.map(({ targetId }) => targetId)}::text[], ${changes.map(({ action }) => action)}::text[]) with ordinality g (target, action, place)
      cross join lateral (select g.target as id where g.target like 'mem\\_%'
        union select e.graduated_from_id from graph_entities e where e.tenant = ${tenant} and e.id = g.target
        union select unnest(array[c.older_id, c.newer_id]) from contradictions c where c.tenant = ${tenant} and c.id = g.target
        union select coalesce(q.memory_id, e.graduated_from_id) from quarantined_items q left join graph_entities e on e.tenant = q.tenant and e.id = q.entity_id
          where q.tenant = ${tenant} and q.quarantine_id = g.target
        union select i.id from memories i where g.action = 'label_policy.set' and i.tenant = ${tenant} and i.sensitivity_labels <> '{}') m
      where exists (select 1 from delivered_items d join bundle_receipts r on r.tenant = d.tenant and r.id = d.receipt_id
        where d.tenant = ${tenant} and d.memory_id = m.id and r.user_id = ${user})
      order by g.place, m.id`.execute(await session.db());
    return rows;
  });
};

/** The memories that were ever delivered to the viewer and that they do not see now. */
const unavailableTo = async (orm: Orm, viewer: Viewer): Promise<string[]> => {
  return inReadSession(orm, viewer, viewerRole, async (session) => {
    const { rows } = await sql<{ id: string }>`select distinct d.memory_id as id from delivered_items d
        join bundle_receipts r on r.tenant = d.tenant and r.id = d.receipt_id
      where d.tenant = ${viewer.tenant} and r.user_id = ${viewer.user} order by 1`.execute(
      await session.db(),
    );
    const present = await presentWords(
      session,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id }) => id).filter((id) => !present.has(id));
  });
};

/**
 * The changes of a stream that may concern what was delivered to the viewer, one for each memory. A stream that goes
 * on from a cursor begins
 * with all that is unavailable by now: that depends on what the viewer sees, and not on what became of it since.
 */
export const followDeliveries = async (
  orm: Orm,
  viewer: Viewer,
  source: ChangeStream,
  after: string | null,
): Promise<AsyncIterableIterator<DeliveryChange>> => {
  const unavailable = new Map<string, DeliveryChange | null>();
  const known = await unavailableTo(orm, viewer);
  const ready: DeliveryChange[] =
    after === null
      ? []
      : known.map((memoryId) => ({
          cursor: after,
          eventId: '',
          targetId: memoryId,
          action: 'memory.returned',
          memoryId,
          unavailable,
        }));
  if (after === null) for (const id of known) unavailable.set(id, null);
  let last = after;
  const over = new AbortController();
  const take = async (changes: readonly Change[]): Promise<void> => {
    const read = () => deliveredTo(orm, viewer, changes);
    const delivered = await readThroughOutages(read, (error) => outageOf(error) !== null, over.signal);
    const found = Map.groupBy(delivered ?? [], ({ place }) => place);
    for (const [at, change] of changes.entries()) {
      const memories = found.get(at + 1) ?? [];
      // A client cut off between two memories of one change resumes before the change, and receives both again.
      for (const [place, { memoryId }] of memories.entries())
        ready.push({
          ...change,
          cursor: place === memories.length - 1 ? change.cursor : (last ?? change.cursor),
          memoryId,
          unavailable,
        });
      last = change.cursor;
    }
  };
  const stream: AsyncIterableIterator<DeliveryChange> = {
    [Symbol.asyncIterator]: () => stream,
    async next(): Promise<IteratorResult<DeliveryChange, undefined>> {
      for (;;) {
        const change = ready.shift();
        if (change) return { done: false, value: change };
        const next = await source.next();
        if (next.done) return { done: true, value: undefined };
        await take([next.value, ...source.takeReady(changesAtOnce)]);
      }
    },
    async return(): Promise<IteratorResult<DeliveryChange, undefined>> {
      over.abort();
      ready.length = 0;
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
  return stream;
};
const changesAtOnce = 49;
