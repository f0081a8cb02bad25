import type { ItemVisibilityFacts } from '#domain/privacy/visibility.ts';
import type { ItemKind } from '#domain/review/states.ts';
import type { GraphEntity } from '#entities/graph-entity.ts';
import type { Memory } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

/**
 * Moves the fingerprints of an item to its visibility. A wording is claimed once within one visibility: where another
 * item claims it already, it stays the other's, and an item that has had it twice claims it once.
 */
export const moveFingerprints = async (
  { db, viewer }: WriteSession,
  kind: ItemKind,
  item: Pick<Memory | GraphEntity, 'id' | 'visibilityKey' | 'handAuthored'>,
): Promise<void> => {
  const isMemory = kind === 'memory';
  const owner = sql.ref(isMemory ? 'f.memory_id' : 'f.entity_id');
  await sql`update fingerprints f set visibility_key = ${item.visibilityKey},
      claimed = ${isMemory && !item.handAuthored}::boolean and not exists (select 1 from fingerprints o
        where o.tenant = f.tenant and o.project = f.project and o.type = f.type and o.fingerprint = f.fingerprint
        and case when o.memory_id = f.memory_id then o.id < f.id else o.visibility_key = ${item.visibilityKey} and o.claimed end)
    where f.tenant = ${viewer.tenant} and ${owner} = ${item.id}`.execute(db);
};

/**
 * Finds the memories that have had a wording, by id, with what their visibility depends on. It locks the wording until the transaction
 * ends: of two use cases that write it at once, the second finds what the first has written.
 */
export const findItemsByFingerprint = async (
  { db, send, viewer }: WriteSession,
  {
    project,
    type,
    fingerprint,
  }: { readonly project: string; readonly type: string; readonly fingerprint: string },
): Promise<(ItemVisibilityFacts & { readonly id: string })[]> => {
  send(
    sql`select pg_advisory_xact_lock(hashtextextended('vouch.wording:' || ${viewer.tenant} || ':' || ${fingerprint}, 0))`,
  );
  const { rows } = await sql<
    ItemVisibilityFacts & { id: string }
  >`select i.id, i.tenant, i.status, i.is_personal as "isPersonal",
      i.audience, i.contributor, i.quarantined, i.sensitivity_labels as "sensitivityLabels",
      case when i.sensitivity_labels <> '{}' then (select label_policy_in_force()) end as "labelPolicy"
    from fingerprints f join memories i on i.tenant = f.tenant and i.id = f.memory_id
    where f.tenant = ${viewer.tenant} and f.project = ${project} and f.type = ${type} and f.fingerprint = ${fingerprint}
    order by i.id`.execute(db);
  return rows;
};

export interface NewFingerprint {
  readonly id: string;
  readonly memoryId: string | null;
  readonly entityId: string | null;
  readonly revision: number;
  readonly project: string;
  readonly visibilityKey: string;
  readonly type: string;
  readonly fingerprint: string;
  readonly claimed: boolean;
}

/** Stores a fingerprint; one that is claimed already stays the other item's. */
export const insertFingerprint = async ({ db, viewer }: WriteSession, of: NewFingerprint): Promise<void> => {
  await sql`insert into fingerprints (id, tenant, memory_id, entity_id, revision, project, visibility_key, type, fingerprint, claimed)
    values (${of.id}, ${viewer.tenant}, ${of.memoryId}, ${of.entityId}, ${of.revision}, ${of.project}, ${of.visibilityKey},
      ${of.type}, ${of.fingerprint}, ${of.claimed})
    on conflict do nothing`.execute(db);
};

/** The fingerprints that a memory has, one for each of its wordings. */
export const fingerprintsOfMemory = async (
  { db, viewer }: WriteSession,
  memoryId: string,
): Promise<
  {
    readonly project: string;
    readonly typeKey: string;
    readonly fingerprint: string;
    readonly visibilityKey: string;
  }[]
> => {
  const { rows } = await sql<{
    project: string;
    typeKey: string;
    fingerprint: string;
    visibilityKey: string;
  }>`select f.project, f.type as "typeKey", f.fingerprint, f.visibility_key as "visibilityKey"
    from fingerprints f where f.tenant = ${viewer.tenant} and f.memory_id = ${memoryId}`.execute(db);
  return rows;
};
