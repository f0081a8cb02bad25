import { existsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { migrate } from './migrate.ts';
import { openOrm, pgliteOf } from './orm.ts';
import { StartError } from './start-error.ts';
import {
  asOwnerOf,
  insertRows,
  type OwnerConnection,
  rowsAtOnce,
  type StoredTable,
  writeUnguarded,
} from './unguarded-tables.ts';

/** The rows travel as the text of their JSON, which nobody reads on the way: no digit of a number or an instant is lost. */
const copyTable = async (from: PGlite, to: OwnerConnection, table: StoredTable): Promise<number> =>
  from.transaction(async (reading) => {
    await reading.query(
      `declare moved cursor for select row_to_json(r)::text as row from (select ${table.columns} from ${table.name}) r`,
    );
    for (let count = 0; ; ) {
      const { rows } = await reading.query<{ row: string }>(`fetch ${rowsAtOnce} from moved`);
      if (rows.length === 0) return count;
      count += rows.length;
      await insertRows(
        to,
        table,
        rows.map(({ row }) => row),
      );
    }
  });

/** All or nothing, as the owner of the tables: what they guard against is what a gateway does, and not this. */
const copyAll = async (from: PGlite, to: OwnerConnection): Promise<number> => {
  let events = 0;
  await writeUnguarded(to, async (tables) => {
    for (const { name } of tables) {
      const { rows } = await to.query(`select 1 from ${name} limit 1`);
      if (rows.length > 0 && name !== 'installation')
        throw new StartError(
          `The database has rows in ${name}: the store is moved into a new one only. Nothing was changed there.`,
        );
    }
    // Its keys are the moved store's: they sign receipts, and recognise repetitions.
    await to.query('delete from installation');
    for (const table of tables) {
      const count = await copyTable(from, to, table);
      if (table.name === 'audit_events') events = count;
    }
  });
  return events;
};

/**
 * Copies the embedded store, which nobody else has open, into a migrated and empty database on a server, as the owner of its tables;
 * answers how many audit events it has. The embedded store stays as it is, but for migrations that it had not had.
 */
export const moveToServer = async (dataDir: string, ownerUrl: string): Promise<number> => {
  if (!existsSync(dataDir)) throw new StartError(`There is no store in ${dataDir}: nothing was moved.`);
  const orm = await openOrm({ dataDir });
  try {
    await migrate(orm, { dataDir });
    return await asOwnerOf(ownerUrl, (owner) => copyAll(pgliteOf(orm), owner));
  } finally {
    await orm.close();
  }
};
