import { otherClaimant } from '#domain/inbox/claims.ts';
import { inboxItemId, inboxReasons } from '#domain/inbox/inbox.ts';
import { bringerFor, type SayingSource } from '#domain/review/saying-source.ts';
import type { ItemKind } from '#domain/review/states.ts';
import type { ItemFacts } from '#domain/review/types.ts';
import { type GraphEntity, GraphEntityTable } from '#entities/graph-entity.ts';
import { type Memory, MemoryTable } from '#entities/memory.ts';
import { joinedSource } from '#persistence/ingestion/source-columns.ts';
import { itemKeys, itemTables } from '#persistence/reading/item-tables.ts';
import { hasId, lockedWithIds } from '#persistence/reading/rows-with-ids.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { lockRows, selectRows, type Table } from '#persistence/store/stored-rows.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

/** Locks the memories that the session sees, by id, until the transaction ends. */
export const lockMemories = (session: WriteSession, ids: readonly string[]): Promise<Memory[]> =>
  lockRows(session, MemoryTable, sql`select unnest(${[...ids]}::text[])`);

/** The entities that a memory graduated to or was proposed as, by id, locked until the transaction ends. */
export const lockEntitiesOfMemory = (
  { db, viewer }: WriteSession,
  memoryId: string,
): Promise<GraphEntity[]> =>
  selectRows(
    db,
    GraphEntityTable,
    sql`where tenant = ${viewer.tenant} and graduated_from_id = ${memoryId} order by id for update`,
  );

/**
 * Locks items until the transaction ends: memories, and those that the entities graduated from, before entities; each
 * table by id; then what counts and lists their contradictions, those with hidden items too. A use case that locks more
 * than one item calls this first, so that no two wait for each other. Ids that the session does not see are passed over.
 */
export const lockItemsInOrder = async (
  { db, send, viewer }: WriteSession,
  ids: readonly string[],
): Promise<void> => {
  const wanted = sql`select unnest(${[...ids]}::text[])`;
  const memories = sql`${wanted} union all
    select e.graduated_from_id from graph_entities e where ${hasId(viewer.tenant, ids, 'e')}`;
  send(sql`select 1 from ${lockedWithIds(viewer, 'memories', memories)}`);
  send(sql`select 1 from ${lockedWithIds(viewer, 'graph_entities', wanted)}`);
  await sql`select lock_contradictions_of(${[...ids]}::text[])`.execute(db);
};

/** One item, locked until the transaction ends; null when the session sees none. */
export const lockItem = async <Of extends Memory | GraphEntity>(
  { db, viewer }: WriteSession,
  kind: ItemKind,
  id: string,
): Promise<Of | null> => {
  const table = (kind === 'memory' ? MemoryTable : GraphEntityTable) as Table<Of>;
  const [item] = await selectRows(db, table, sql`where tenant = ${viewer.tenant} and id = ${id} for update`);
  return item ?? null;
};

/** An item of either kind. */
type Item = Memory | GraphEntity;

/** Further items to lock with an item. */
export type LockedBeside = 'replaced' | 'displaced';

/**
 * One item and those beside it, as far as the session sees them, by id, locked until the transaction ends. `replaced`: whose sources say in
 * their place, by their newest checks, what the item says, and of which nobody has decided otherwise. `displaced`: whose place it took.
 */
export const lockItemWith = <Of extends Item>(
  session: WriteSession,
  kind: ItemKind,
  id: string,
  beside: LockedBeside,
): Promise<Of[]> => {
  const table = (kind === 'memory' ? MemoryTable : GraphEntityTable) as Table<Of>;
  const others =
    beside === 'replaced'
      ? // In a select of its own: the planner would call the function to count its rows, and plan anew for every id.
        sql`select unnest((select items_replaced_by(${id})))`
      : sql`select other.id from ${sql.table(table.meta.tableName)} other
          where other.tenant = ${session.viewer.tenant} and other.superseded_by_id = ${id}`;
  return lockRows(session, table, sql`select ${id}::text union all ${others}`);
};

/** A memory, without a lock; null when the session sees none. */
export const findMemory = async ({ db, viewer }: WriteSession, id: string): Promise<Memory | null> => {
  const [memory] = await selectRows(db, MemoryTable, sql`where tenant = ${viewer.tenant} and id = ${id}`);
  return memory ?? null;
};

/** Facts about an item from other rows; the recorder of its extraction is included even where the session does not see the extraction. */
export type ItemHistory = Pick<
  ItemFacts,
  'frozen' | 'originStatus' | 'recordedBy' | 'claimedBy' | 'rewordedBy'
> & {
  /** People who brought in a source that says the item, as far as the session sees these; the viewer for what they said there. */
  readonly ingesters: readonly string[];
  /** Its first texts; of an entity that graduated those of its memory which were vouched for. */
  readonly firstTexts: readonly string[];
};

/** Like `ItemHistory`, with everybody whose claim holds. */
interface HistoryRow extends Omit<ItemHistory, 'claimedBy' | 'ingesters'> {
  readonly claimants: readonly string[];
  readonly sources: readonly SayingSource[] | null;
}

/** The users whose claims of entries about a subject hold, the longest first, as an expression. */
const claimantsOf = (tenant: string, subjectId: string, now: Date) =>
  sql<string[]>`array(select k.claimed_by from inbox_marks k where k.tenant = ${tenant}
    and k.entry_id = any(${inboxReasons.map((reason) => inboxItemId(reason, subjectId))}) and k.claimed_by is not null
    and k.claimed_until > ${now} order by k.claimed_until desc)`;

/** The other user whose claim of an entry about this subject holds; null when nobody's does, and for who may not know. */
export const findClaim = async (
  { db, viewer: { tenant, user } }: WriteSession,
  subjectId: string,
  now: Date,
): Promise<string | null> => {
  const { rows } = await sql<{
    claimants: string[];
  }>`select ${claimantsOf(tenant, subjectId, now)} as claimants`.execute(db);
  return otherClaimant(rows[0]?.claimants ?? [], user);
};

export const readItemHistory = async (
  { db, viewer: { tenant, user } }: WriteSession,
  kind: ItemKind,
  id: string,
  now: Date,
): Promise<ItemHistory> => {
  const owner = sql.ref(`s.${itemKeys[kind]}`);
  // A document that was erased says nothing any more.
  const sources = sql`select i.contributor as brought_by, source.subject_id, i.span_speaker as speaker
      from ${sql.table(itemTables[kind])} i ${joinedSource('i')} where i.tenant = ${tenant} and i.id = ${id}
    union select coalesce(d.contributor, source.contributor), source.subject_id, s.speaker from sightings s ${joinedSource('s')}
        left join documents d on d.tenant = s.tenant and d.id = source.document_id
      where s.tenant = ${tenant} and ${owner} = ${id} and d.erased_at is null and coalesce(d.contributor, source.contributor) is not null`;
  const others = sql`recorder_of_item(${id}) as "recordedBy", ${claimantsOf(tenant, id, now)} as claimants,
    (select jsonb_agg(jsonb_build_object('broughtBy', brought_by, 'about', subject_id, 'speaker', speaker))
      from (${sources}) x) as sources`;
  const firstOf = (column: 'memory_id' | 'entity_id', ownerId: RawBuilder<unknown>) =>
    sql`(select array_remove(array[r.content, r.summary, r.name], null) from revisions r
      where r.tenant = ${tenant} and ${sql.ref(`r.${column}`)} = ${ownerId} and r.revision = 1)`;
  const editors = sql`select r.edited_by from revisions r
    where r.tenant = ${tenant} and ${sql.ref(`r.${itemKeys[kind]}`)} = ${id} and r.reworded`;
  const { rows } = await (kind === 'memory'
    ? sql<HistoryRow>`select exists (select 1 from graph_entities e where e.tenant = ${tenant} and e.graduated_from_id = ${id}
          and e.status = 'CANDIDATE') as frozen, null as "originStatus", ${firstOf('memory_id', sql`${id}`)} as "firstTexts",
        array(${editors} and r.revision > 1) as "rewordedBy", ${others}`
    : sql<HistoryRow>`select false as frozen, m.status as "originStatus", case when m.id is null then ${firstOf('entity_id', sql`i.id`)}
          when m.wording_by is null then array_remove(array[m.content, m.summary], null) else ${firstOf('memory_id', sql`m.id`)} end as "firstTexts",
        array(${editors} and (r.revision > 1 or m.id is not null) union select m.wording_by where m.wording_by is not null) as "rewordedBy", ${others}
        from graph_entities i left join memories m on m.tenant = i.tenant and m.id = i.graduated_from_id
        where i.tenant = ${tenant} and i.id = ${id}`
  ).execute(db);
  const {
    claimants,
    sources: saying,
    ...history
  } = rows[0] ?? {
    ...{ frozen: false, originStatus: null, recordedBy: null, claimants: [] },
    ...{ sources: null, rewordedBy: [], firstTexts: [] },
  };
  const ingesters = (saying ?? []).map((source) => bringerFor(user, source));
  return { ...history, ingesters, claimedBy: otherClaimant(claimants, user) };
};

/** Finds the item that superseded this one, and whether it superseded another, hidden or not; null when nothing did. */
export const findSuccessor = async (
  { db, viewer }: WriteSession,
  kind: ItemKind,
  id: string,
): Promise<{ readonly id: string; readonly takesMore: boolean } | null> => {
  const table = sql.table(itemTables[kind]);
  const { rows } = await sql<{ id: string; takesMore: boolean }>`
    select i.superseded_by_id as id, took_place_of_another(i.superseded_by_id, i.id) as "takesMore"
    from ${table} i where i.tenant = ${viewer.tenant} and i.id = ${id} and i.superseded_by_id is not null`.execute(
    db,
  );
  return rows[0] ?? null;
};
