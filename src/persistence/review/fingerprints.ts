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
