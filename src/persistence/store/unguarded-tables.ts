import { connectionOf } from './server-address.ts';
import { createClient } from './server-client.ts';

/** A connection of the tables' owner: to a server, or to the embedded store. */
export interface OwnerConnection {
  query<Row>(statement: string, parameters?: unknown[]): Promise<{ readonly rows: Row[] }>;
}

/** Runs `work` over a connection of the tables' owner to a server. Uncommitted work is rolled back. */
export const asOwnerOf = async <Result>(
  url: string,
  work: (owner: OwnerConnection) => Promise<Result>,
): Promise<Result> => {
  const client = createClient(connectionOf(url));
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

export interface StoredTable {
  readonly name: string;
  /** Quoted, without those that the database computes. */
  readonly columns: string;
  /** Like `columns`, without those that number the rows of all tenants. */
  readonly ofTenant: string;
}

const tablesOf = async (owner: OwnerConnection) => {
  const { rows } = await owner.query<StoredTable & { readonly isForced: boolean }>(`
    select quote_ident(c.relname) as name, c.relforcerowsecurity as "isForced",
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '' and a.attidentity = '') as "ofTenant"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'store_parts'
    group by c.relname, c.relforcerowsecurity order by c.relname`);
  return rows;
};

/** Statements that put every foreign key back, and so check every row. */
const dropForeignKeys = async (owner: OwnerConnection): Promise<string[]> => {
  const { rows } = await owner.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`);
  for (const { drop } of rows) await owner.query(drop);
  return rows.map(({ add }) => add);
};

/** Rows of one statement: a document has up to a megabyte. */
export const rowsAtOnce = 50;

/** Inserts rows, each the text of its JSON: no digit of a number or an instant is lost. */
export const insertRows = async (
  owner: OwnerConnection,
  { name, columns, ofTenant }: StoredTable,
  rows: readonly string[],
  { tenant, onConflict = '' }: { readonly tenant?: string; readonly onConflict?: string } = {},
): Promise<void> => {
  // A row of a file says whose it is, and is stored as the tenant's whose file it is.
  const [into, values] =
    tenant === undefined ? [columns, columns] : [ofTenant, ofTenant.replace(/\btenant\b/, () => '$2::text')];
  await owner.query(
    `insert into ${name} (${into}) select ${values} from json_populate_recordset(null::${name}, $1::json) ${onConflict}`,
    [`[${rows.join(',')}]`, ...(tenant === undefined ? [] : [tenant])],
  );
};

/**
 * Runs `work` in one transaction without triggers, row-level security and foreign keys, which guard against what a gateway
 * does, and puts them back, so that every row is checked. All or nothing; others wait for the tables meanwhile.
 */
export const writeUnguarded = async (
  owner: OwnerConnection,
  work: (tables: readonly StoredTable[]) => Promise<void>,
): Promise<void> => {
  await owner.query('begin');
  try {
    const tables = await tablesOf(owner);
    for (const { name } of tables)
      await owner.query(`alter table ${name} disable trigger user, no force row level security`);
    const foreignKeys = await dropForeignKeys(owner);
    await work(tables);
    for (const add of foreignKeys) await owner.query(add);
    // Rows written from now on are newer than those.
    for (const { name, columns, ofTenant } of tables)
      if (columns !== ofTenant)
        await owner.query(`select setval(pg_get_serial_sequence('${name}', 'written_order'), greatest(
          (select max(written_order) from ${name}), nextval(pg_get_serial_sequence('${name}', 'written_order'))))`);
    for (const { name, isForced } of tables)
      await owner.query(
        `alter table ${name} enable trigger user${isForced ? ', force row level security' : ''}`,
      );
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
  await owner.query('analyze');
};
