import { existsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { openOrm, pgliteOf } from './orm.ts';
import { connectionOf } from './server-address.ts';
import { StartError } from './start-error.ts';

/** Rows of one statement: a document has up to a megabyte. */
const rowsAtOnce = 50;

interface Table {
  readonly name: string;
  /** Quoted, without those that the database computes. */
  readonly columns: string;
  readonly isForced: boolean;
}

const tablesOf = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select quote_ident(c.relname) as name, c.relforcerowsecurity as "isForced",
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'store_parts'
    group by c.relname, c.relforcerowsecurity order by c.relname`);
  return rows;
};

/** Statements that put every foreign key back, and so check every row. */
const dropForeignKeys = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
};

/** The rows travel as the text of their JSON, which nobody reads on the way: no digit of a number or an instant is lost. */
const copyTable = async (from: PGlite, to: pg.Client, { name, columns }: Table): Promise<number> =>
  from.transaction(async (reading) => {
    await reading.query(
      `declare moved cursor for select row_to_json(r)::text as row from (select ${columns} from ${name}) r`,
    );
    for (let count = 0; ; ) {
      const { rows } = await reading.query<{ row: string }>(`fetch ${rowsAtOnce} from moved`);
      if (rows.length === 0) return count;
      count += rows.length;
      await to.query(
        `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
        [`[${rows.map(({ row }) => row).join(',')}]`],
      );
    }
  });

/** All or nothing, as the owner of the tables: what they guard against is what a gateway does, and not this. */
const copyAll = async (from: PGlite, to: pg.Client): Promise<number> => {
  await to.query('begin');
  const tables = await tablesOf(to);
  for (const { name } of tables)
    await to.query(`alter table ${name} disable trigger user, no force row level security`);
  for (const { name } of tables) {
    const { rows } = await to.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0 && name !== 'installation')
      throw new StartError(
        `The database has rows in ${name}: the store is moved into a new one only. Nothing was changed there.`,
      );
  }
  const foreignKeys = await dropForeignKeys(to);
  // Its keys are the moved store's: they sign receipts, and recognise repetitions.
  await to.query('delete from installation');
  let events = 0;
  for (const table of tables) {
    const count = await copyTable(from, to, table);
    if (table.name === 'audit_events') events = count;
  }
  for (const add of foreignKeys) await to.query(add);
  // Rows written from now on are newer than the moved ones.
  await to.query(`select setval(pg_get_serial_sequence('memories', 'written_order'), (select max(written_order) from memories)),
    setval(pg_get_serial_sequence('graph_entities', 'written_order'), (select max(written_order) from graph_entities))`);
  for (const { name, isForced } of tables)
    await to.query(`alter table ${name} enable trigger user${isForced ? ', force row level security' : ''}`);
  await to.query('commit');
  await to.query('analyze');
  return events;
};

/**
 * Copies the embedded store, which nobody else has open, into a migrated and empty database on a server, as the owner of its tables;
 * answers how many audit events it has. The embedded store stays as it is, but for migrations that it had not had.
 */
export const moveToServer = async (dataDir: string, ownerUrl: string): Promise<number> => {
  if (!existsSync(dataDir)) throw new StartError(`There is no store in ${dataDir}: nothing was moved.`);
  const orm = await openOrm({ dataDir });
  const client = new pg.Client(connectionOf(ownerUrl));
  try {
    await migrate(orm, { dataDir });
    await client.connect();
    return await copyAll(pgliteOf(orm), client);
  } finally {
    // Uncommitted work is rolled back.
    await client.end().catch(() => undefined);
    await orm.close();
  }
};
