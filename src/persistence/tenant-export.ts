import { columnOf } from '#entities/governed-columns.ts';
import { tables } from '#entities/index.ts';
import { systemRole, viewerRole } from '#entities/policies.ts';
import { isOfPart, type PartReading, withPart } from './export-part.ts';
import { sql } from './reading/sql.ts';
import { storeParts } from './store/store-parts.ts';
import type { WriteSession } from './store/viewer-session.ts';
import { type ExportPart, readPart } from './tenant-export-lines.ts';

/** Answers that are kept for repeated calls and questions, what these have spent, and counts and vectors, which are made again. */
const leftOutTables = [
  ...['item_counts', 'item_names', 'inbox_counts', 'idempotency_keys', 'model_answers', 'model_spending'],
  ...['contradiction_classes', 'contradiction_counts', 'quality_counts', 'item_vectors', 'unembedded_items'],
];

/** The tables of an export in their order, each with the columns of its key. */
export const exportedTables: readonly { readonly name: string; readonly key: readonly string[] }[] = tables
  .map(({ meta }) => ({
    name: String(meta.tableName),
    key: Object.entries(meta.properties as Readonly<Record<string, { readonly primary?: boolean }>>)
      .filter(([, { primary }]) => primary === true)
      .map(([property]) => columnOf(property)),
  }))
  .filter(({ name }) => !leftOutTables.includes(name))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Identifies the tables of this release. */
export const exportSchema: string = storeParts
  .filter(({ kind }) => kind === 'migrations')
  .map(({ checksum }) => checksum.slice(0, 16))
  .join('-');

/** Rows that are read at once: one of a source may have a megabyte. */
const rowsAtOnce = (table: string): number => (['documents', 'interactions'].includes(table) ? 16 : 500);

export interface ExportedRow {
  /** JSON, each value as the database writes it. */
  readonly row: string;
  /** JSON of its key. */
  readonly key: string;
}

/**
 * Rows of the tenant, or of a part, after a key, in the order of the key: as many as have that many characters, at least one. Numbers that
 * all tenants of the store draw are left out: their gaps would count the rows of others.
 */
export const rowsOfTable = async (
  { db, viewer }: WriteSession,
  { name, key }: (typeof exportedTables)[number],
  after: string | null,
  characters: number,
  part: PartReading | null,
): Promise<ExportedRow[]> => {
  const table = sql.table(name);
  const columns = (of: string) => sql.raw(key.map((column) => `${of}."${column}"`).join(', '));
  const { rows: named } = await sql<{
    list: string;
  }>`select string_agg('t.' || quote_ident(attname), ', ' order by attnum) as list
    from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
    db,
  );
  const rest =
    after === null
      ? sql``
      : sql` and (${columns('t')}) > (select ${columns('k')} from json_populate_record(null::${table}, ${after}::json) k)`;
  const clause = part === null ? sql`` : await withPart(name, part);
  const chosen = part === null ? sql`` : sql.raw(` and (${isOfPart(name)})`);
  const { rows } = await sql<ExportedRow>`${clause} select row, key from (
      select row, key, sum(length(row)) over (order by n) - length(row) as before from (
        select (select row_to_json(r)::text from (select ${sql.raw(named[0]?.list ?? '')}) r) as row,
          (select row_to_json(r)::text from (select ${columns('t')}) r) as key, row_number() over (order by ${columns('t')}) as n
        from ${table} t where t.tenant = ${viewer.tenant}${chosen}${rest} order by ${columns('t')} limit ${rowsAtOnce(name)}) read) measured
    where before < ${characters} order by before`.execute(db);
  return rows;
};

export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** The end of the tenant's audit chain. */
export const readChainHead = async ({ db, viewer }: WriteSession): Promise<ChainHead | null> => {
  const { rows } = await sql<ChainHead>`select sequence::float8 as sequence, hash from audit_heads
    where tenant = ${viewer.tenant} and hash is not null`.execute(db);
  return rows[0] ?? null;
};

/** Reads from the audit log what the viewer's export is of, null for a whole tenant; undefined where they began none of this id. */
export const findPartOfExport = async (
  { db, viewer }: WriteSession,
  exportId: string,
): Promise<ExportPart | null | undefined> => {
  const { rows } = await sql<{ after: unknown }>`select t.after from audit_events e
    join audit_texts t on t.tenant = e.tenant and t.id = e.id
    where e.tenant = ${viewer.tenant} and e.target_id = ${exportId} and e.action = 'tenant.exported' and e.actor = ${viewer.user}`.execute(
    db,
  );
  return rows[0] && (rows[0].after === null ? null : (readPart(rows[0].after) ?? undefined));
};

/** True when the label policy withholds any label from the viewer, whether an item has it or not. */
export const isAnythingWithheld = async ({ db }: WriteSession): Promise<boolean> => {
  const { rows } = await sql<{ withheld: boolean }>`select viewer_has_label_rules() as withheld`.execute(db);
  return rows[0]?.withheld ?? true;
};

const countTables = async (
  { db, viewer }: WriteSession,
  names: readonly string[],
): Promise<{ name: string; count: number }[]> => {
  const counted = names.map(
    (name) =>
      sql`select ${sql.lit(name)} as name, count(*)::int as count from ${sql.table(name)} where tenant = ${viewer.tenant}`,
  );
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counted, sql` union all `)}`.execute(
    db,
  );
  return rows;
};

/** Counts the tenant's rows that an export with these numbers of rows has not, by table; a queue may have got shorter since. */
export const countLeftOut = async (
  session: WriteSession,
  exported: Readonly<Record<string, number>>,
): Promise<Record<string, number>> => {
  const there = await countTables(
    session,
    exportedTables.map(({ name }) => name),
  );
  const others = there
    .map(({ name, count }) => ({ name, count: count - (exported[name] ?? 0) }))
    .filter(({ count }) => count > 0);
  await sql`select set_config('role', ${systemRole}, true)`.execute(session.db);
  const never = await countTables(session, leftOutTables);
  await sql`select set_config('role', ${viewerRole}, true)`.execute(session.db);
  return Object.fromEntries([...others, ...never].map(({ name, count }) => [name, count]));
};
