import type { EntityRelation } from '#domain/graph/relations.ts';
import { sql } from './reading/sql.ts';
import { bulkInsert } from './store/bulk-insert.ts';
import type { WriteSession } from './store/viewer-session.ts';

/** One at a time in a tenant: two relations that are fine alone may close a cycle together. The lock lasts until the transaction ends. */
export const lockRelations = async ({ db, viewer }: WriteSession): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vouch.relations:' || ${viewer.tenant}, 0))`.execute(
    db,
  );
};

/** Ids of every entity that this one is part of, directly or not, as far as the viewer sees. */
export const findWholes = async ({ db, viewer }: WriteSession, id: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`with recursive wholes (id) as (
      select r.to_id from entity_relations r where r.tenant = ${viewer.tenant} and r.relation = 'PART_OF' and r.from_id = ${id} and r.unrelated_at is null
      union
      select r.to_id from entity_relations r join wholes w on r.from_id = w.id
        where r.tenant = ${viewer.tenant} and r.relation = 'PART_OF' and r.unrelated_at is null)
    select id from wholes`.execute(db);
  return rows.map((row) => row.id);
};

export interface StoredRelation {
  readonly fromId: string;
  readonly toId: string;
  readonly relation: EntityRelation;
}

export const hasRelation = async (
  { db, viewer }: WriteSession,
  { fromId, toId, relation }: StoredRelation,
): Promise<boolean> => {
  const { rows } = await sql`select 1 from entity_relations where tenant = ${viewer.tenant}
    and from_id = ${fromId} and to_id = ${toId} and relation = ${relation} and unrelated_at is null`.execute(
    db,
  );
  return rows.length > 0;
};

export const insertRelation = async (
  { db, viewer }: WriteSession,
  { fromId, toId, relation }: StoredRelation,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> => {
  await bulkInsert(db, 'entity_relations', [
    {
      id,
      tenant: viewer.tenant,
      from_id: fromId,
      to_id: toId,
      relation,
      related_by: viewer.user,
      related_at: now,
    },
  ]);
};

/** Ends a relation; its row is its history. False when there was none. */
export const endRelation = async (
  { db, viewer }: WriteSession,
  { fromId, toId, relation }: StoredRelation,
  now: Date,
): Promise<boolean> => {
  const { rows } =
    await sql`update entity_relations set unrelated_by = ${viewer.user}, unrelated_at = ${now} where tenant = ${viewer.tenant} and from_id = ${fromId}
    and to_id = ${toId} and relation = ${relation} and unrelated_at is null returning 1`.execute(db);
  return rows.length > 0;
};
