import { hasId } from './reading/rows-with-ids.ts';
import { sql } from './reading/sql.ts';
import type { WriteSession } from './store/viewer-session.ts';

/** Marks items that `lockItemsInOrder` locked anew: they are withheld while any quarantine names them and has not released them. */
export const setQuarantined = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<void> => {
  const mark = (table: 'memories' | 'graph_entities', owner: 'memory_id' | 'entity_id') =>
    sql`update ${sql.table(table)} i set quarantined = exists (select 1 from quarantined_items n where n.tenant = i.tenant
        and n.${sql.ref(owner)} = i.id and n.released_at is null)
      where ${hasId(tenant, ids, 'i')}`;
  await mark('memories', 'memory_id').execute(db);
  await mark('graph_entities', 'entity_id').execute(db);
};

/** Releases items of a quarantine, all that it withholds where none are named; gives the ids of those that it withheld. */
export const releaseItems = async (
  { db, viewer: { tenant } }: WriteSession,
  quarantineId: string,
  itemIds: readonly string[] | null,
  now: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`update quarantined_items n set released_at = ${now}
    where n.tenant = ${tenant} and n.quarantine_id = ${quarantineId} and n.released_at is null${
      itemIds === null ? sql`` : sql` and coalesce(n.memory_id, n.entity_id) = any(${[...itemIds]})`
    } returning coalesce(n.memory_id, n.entity_id) as id`.execute(db);
  await sql`update quarantines q set ended_at = ${now} where q.tenant = ${tenant} and q.id = ${quarantineId} and q.ended_at is null
    and not exists (select 1 from quarantined_items n where n.tenant = q.tenant and n.quarantine_id = q.id and n.released_at is null)`.execute(
    db,
  );
  return rows.map(({ id }) => id).sort();
};
