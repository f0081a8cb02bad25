import { isDeepStrictEqual } from 'node:util';
import type { ItemKind } from '#domain/review/states.ts';
import { formerProperties } from '#entities/former-state.ts';
import { type GraphEntity, GraphEntityTable } from '#entities/graph-entity.ts';
import { type Memory, MemoryTable } from '#entities/memory.ts';
import { itemKeys } from '#persistence/reading/item-tables.ts';
import { sql } from '#persistence/reading/sql.ts';
import { type InsertedRow, insertionOf } from '#persistence/store/bulk-insert.ts';
import { type Table, updateOfRow } from '#persistence/store/stored-rows.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';
import { type Ending, keepingFormer } from './former-states.ts';

type Item = Memory | GraphEntity;

const tableOf = (kind: ItemKind) => (kind === 'memory' ? MemoryTable : GraphEntityTable) as Table<Item>;
const ownerColumn = (kind: ItemKind) => sql.ref(itemKeys[kind]);

/** Adds one row of history. */
export const insertRevision = ({ send }: WriteSession, revision: InsertedRow<'revisions'>): void =>
  send(insertionOf('revisions', [revision]));

const storedIn = (item: Item, property: string): unknown => item[property as keyof Item] ?? null;

/** True when the change ends values that the store keeps beside status and words. */
const endsFormer = (kind: ItemKind, before: Item, item: Item): boolean =>
  formerProperties[kind].some(
    (property) => !isDeepStrictEqual(storedIn(before, property), storedIn(item, property)),
  );

/** Stores the columns of a locked item that differ from `before`, and keeps what they were. */
export const updateItem = (
  session: WriteSession,
  kind: ItemKind,
  before: Item,
  item: Item,
  ending: Ending,
): void => {
  const update = updateOfRow(tableOf(kind), before, item);
  session.send(
    endsFormer(kind, before, item)
      ? sql`with former as (${keepingFormer(session, kind, [item.id], ending)}) ${update}`
      : update,
  );
};

/** Like `updateItem`, with a row of history in the same statement; every such change ends values. */
export const updateItemWithRevision = (
  session: WriteSession,
  kind: ItemKind,
  before: Item,
  item: Item,
  revision: InsertedRow<'revisions'>,
  ending: Ending,
): void =>
  session.send(
    sql`with history as (${insertionOf('revisions', [revision])}), former as (${keepingFormer(session, kind, [item.id], ending)})
      ${updateOfRow(tableOf(kind), before, item)}`,
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
