import type { ItemKind } from '#domain/review/states.ts';
import { type GraphEntity, GraphEntityTable } from '#entities/graph-entity.ts';
import { type Memory, MemoryTable } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';
import { type InsertedRow, insertionOf } from '#persistence/store/bulk-insert.ts';
import { type Table, updateOfRow } from '#persistence/store/stored-rows.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

type Item = Memory | GraphEntity;

const tableOf = (kind: ItemKind) => (kind === 'memory' ? MemoryTable : GraphEntityTable) as Table<Item>;
const ownerColumn = (kind: ItemKind) => sql.ref(kind === 'memory' ? 'memory_id' : 'entity_id');

/** Adds one row of history. */
export const insertRevision = ({ send }: WriteSession, revision: InsertedRow<'revisions'>): void =>
  send(insertionOf('revisions', [revision]));

/** Stores the columns of a locked item that differ from `before`. */
export const updateItem = ({ send }: WriteSession, kind: ItemKind, before: Item, item: Item): void =>
  send(updateOfRow(tableOf(kind), before, item));

/** Like `updateItem`, with a row of history in the same statement. */
export const updateItemWithRevision = (
  { send }: WriteSession,
  kind: ItemKind,
  before: Item,
  item: Item,
  revision: InsertedRow<'revisions'>,
): void =>
  send(
    sql`with history as (${insertionOf('revisions', [revision])}) ${updateOfRow(tableOf(kind), before, item)}`,
  );

/** Reads the past of an item, and whether it superseded another item, hidden or not. */
export const readPast = async (
  { db, viewer: { tenant } }: WriteSession,
  kind: ItemKind,
  id: string,
): Promise<{ readonly wasPromoted: boolean; readonly isSuccessor: boolean }> => {
  const { rows } = await sql<{ wasPromoted: boolean; isSuccessor: boolean }>`select
      exists (select 1 from revisions r where r.tenant = ${tenant} and ${ownerColumn(kind)} = ${id} and r.status = 'ACTIVE') as "wasPromoted",
      took_place_of_another(${id}, '') as "isSuccessor"`.execute(db);
  return rows[0] ?? { wasPromoted: false, isSuccessor: false };
};

/** Deletes an item with its revisions, fingerprints and sightings. */
export const deleteItem = async (
  { db, viewer: { tenant } }: WriteSession,
  kind: ItemKind,
  id: string,
): Promise<void> => {
  for (const table of ['revisions', 'fingerprints', 'sightings'])
    await sql`delete from ${sql.table(table)} where tenant = ${tenant} and ${ownerColumn(kind)} = ${id}`.execute(
      db,
    );
  await sql`delete from ${sql.table(tableOf(kind).meta.tableName)} where tenant = ${tenant} and id = ${id}`.execute(
    db,
  );
};
