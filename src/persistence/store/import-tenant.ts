import { existsSync } from 'node:fs';
import { exportedTables, exportSchema } from '#persistence/tenant-export.ts';
import {
  countRows,
  decodeRow,
  type ExportEnd,
  type ExportHeader,
  type ExportPart,
  linesOf,
  readExportLine,
} from '#persistence/tenant-export-lines.ts';
import { withColumnLists } from './column-lists.ts';
import { appendAsOwner } from './owner-event.ts';
import { StartError } from './start-error.ts';
import {
  insertRows,
  type OwnerConnection,
  rowsAtOnce,
  type StoredTable,
  writeUnguarded,
} from './unguarded-tables.ts';

/** Tables in which a token that was used, or an admin who prepares the move, leaves rows. */
const mayHaveRows = ['known_groups', 'known_users', 'idempotency_keys'];

export interface ImportedTenant {
  readonly tenant: string;
  /** Null: the whole tenant. */
  readonly part: ExportPart | null;
  readonly events: number;
  readonly rows: number;
  readonly leftOut: Readonly<Record<string, number>>;
}

/** The event of an import, and who hears how far it is. */
export interface ImportTerms {
  readonly eventId: string;
  readonly importId: string;
  readonly now: Date;
  readonly progress: (rows: number) => void;
}

const damaged = (file: string, why: string) =>
  new StartError(`The file ${file} is no whole export of a tenant (${why}): nothing was imported.`);

/** Lines of a file, also of one that was copied with the line ends of Windows: no text in JSON holds such a character as it is. */
async function* rowsOf(file: string): AsyncGenerator<string> {
  for await (const text of linesOf(file)) yield text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** A file of an export that is whole and of this release. */
export interface InspectedExport {
  readonly file: string;
  readonly header: ExportHeader;
  readonly end: ExportEnd;
}

/**
 * Reads a file once: its header, its end, and whether it has as many rows as the end says.
 * @throws StartError for a file that cannot be imported.
 */
export const inspectExport = async (file: string): Promise<InspectedExport> => {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  let header: ExportHeader | null = null;
  let end: ExportEnd | null = null;
  const counted: Record<string, number> = {};
  let number = 0;
  for await (const text of rowsOf(file)) {
    number += 1;
    const line = readExportLine(text);
    const isHeader = line !== null && 'format' in line;
    if (line === null || end !== null || isHeader !== (number === 1)) throw damaged(file, `line ${number}`);
    if ('format' in line) header = line;
    else if ('end' in line) end = line;
    else if ('row' in line) {
      if (decodeRow(text)?.table !== line.table) throw damaged(file, `line ${number}`);
      if (line.row.tenant !== header?.tenant) throw damaged(file, `line ${number} is of another tenant`);
      counted[line.table] = (counted[line.table] ?? 0) + 1;
    }
  }
  if (header === null) throw damaged(file, 'it has no header');
  if (end === null) throw damaged(file, 'it was cut: run the export again, which goes on where it ended');
  for (const table of new Set([...Object.keys(end.rows), ...Object.keys(counted)])) {
    const [found, said] = [counted[table] ?? 0, end.rows[table] ?? 0];
    if (found !== said) throw damaged(file, `it has ${found} of ${said} rows of ${table}`);
  }
  if (header.schema !== exportSchema)
    throw new StartError(
      `The file ${file} was exported by another release than this one: import it with that release, and migrate then. Nothing was imported.`,
    );
  return { file, header, end };
};

const assertEmpty = async (
  owner: OwnerConnection,
  tables: readonly StoredTable[],
  tenant: string,
): Promise<void> => {
  for (const { name, columns } of tables) {
    if (!columns.split(', ').includes('tenant') || mayHaveRows.includes(name)) continue;
    const { rows } = await owner.query(`select 1 from ${name} where tenant = $1 limit 1`, [tenant]);
    if (rows.length > 0)
      throw new StartError(
        `The tenant ${tenant} has rows in ${name} here: a tenant is imported where it has none. Nothing was imported.`,
      );
  }
};

const insertFile = async (
  owner: OwnerConnection,
  file: string,
  tenant: string,
  tables: readonly StoredTable[],
  progress: (rows: number) => void,
): Promise<void> => {
  const isExported = ({ name }: StoredTable) => exportedTables.some((exported) => exported.name === name);
  const known = new Map(tables.filter(isExported).map((table) => [table.name, table]));
  let table: StoredTable | undefined;
  let rows: string[] = [];
  let written = 0;
  const flush = async () => {
    if (table === undefined || rows.length === 0) return;
    const onConflict = mayHaveRows.includes(table.name) ? 'on conflict do nothing' : '';
    await insertRows(owner, table, rows, { tenant, onConflict });
    written += rows.length;
    progress(written);
    rows = [];
  };
  for await (const text of rowsOf(file)) {
    const line = decodeRow(text);
    if (line === null) continue;
    if (line.table !== table?.name || rows.length === rowsAtOnce) await flush();
    table = known.get(line.table);
    if (table === undefined) throw damaged(file, `there is no table ${line.table}`);
    // Not parsed: as text, every digit of it stays.
    rows.push(line.row);
  }
  await flush();
};

/** Counts items, their figures, contradictions and entries of the inbox by class, and names users by class, as triggers would have. */
const countAnew = async (owner: OwnerConnection, tenant: string): Promise<void> => {
  for (const table of ['memories', 'graph_entities']) {
    await owner.query(
      withColumnLists(
        `insert into item_counts ({{class columns}}, items)
          select {{class of ${table}_one}}, count(*) from ${table} one where one.tenant = $1 group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
      ),
      [tenant],
    );
    await owner.query(
      withColumnLists(
        `insert into quality_counts ({{quality columns}}, figures, times)
          select {{quality class of one}}, {{figures of ${table}_one}}, count(*) from ${table} one where one.tenant = $1 and {{extracted is of one}} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`,
      ),
      [tenant],
    );
    await owner.query(
      `select add_item_names(array_agg(one.tenant), array_agg(one.id), false)
        from ${table} one where one.tenant = $1`,
      [tenant],
    );
  }
  await owner.query(
    withColumnLists(
      `insert into contradiction_classes
        select c.tenant, c.id, c.older_id, c.newer_id, c.status, c.severity, {{side of a}}, {{side of b}} from contradictions c
        join memories a on a.tenant = c.tenant and a.id = c.older_id join memories b on b.tenant = c.tenant and b.id = c.newer_id
        where c.tenant = $1`,
    ),
    [tenant],
  );
  await owner.query(
    withColumnLists(
      `insert into contradiction_counts ({{contradiction class columns}}, contradictions)
        select {{contradiction class columns}}, count(*) from contradiction_classes where tenant = $1 group by {{contradiction class columns}}`,
    ),
    [tenant],
  );
  await owner.query('select count_contradicted(k, 1) from contradiction_classes k where k.tenant = $1', [
    tenant,
  ]);
  await owner.query(
    withColumnLists(
      `insert into inbox_counts ({{inbox class columns}}, entries) select {{inbox class columns}}, count(*)
        from (select {{inbox class of e}} from inbox_entries e where e.tenant = $1 and e.falls_due_at is null) listed group by {{inbox class columns}}`,
    ),
    [tenant],
  );
};

/** The chain must end where the header says, without a break, and go on from there. */
const assertChain = async (
  owner: OwnerConnection,
  file: string,
  { tenant, sequence, hash }: ExportHeader,
) => {
  const { rows } = await owner.query<{ broken: number; events: number; head: string | null }>(
    `select count(*) filter (where hash <> audit_hash(e) or previous_hash is distinct from before or sequence <> place)::int as broken,
      count(*)::int as events, max(hash) filter (where sequence = $2) as head
    from (select a as e, a.hash, a.previous_hash, a.sequence, lag(a.hash) over (order by a.sequence) as before,
      row_number() over (order by a.sequence) as place from audit_events a where a.tenant = $1) chain`,
    [tenant, sequence],
  );
  const [found] = rows;
  const { rows: heads } = await owner.query(
    'select 1 from audit_heads where tenant = $1 and sequence = $2 and hash = $3',
    [tenant, sequence, hash],
  );
  if (found?.broken !== 0 || found.events !== sequence || found.head !== hash || heads.length !== 1)
    throw damaged(file, 'its audit chain is broken');
};

/** Says whether the database refused a row: its values, or what it refers to. */
const isRefusedRow = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/**
 * Makes a tenant of a file that `exportTenant` gave, as the owner of the tables: all of it, or nothing. Webhooks are
 * paused, since those of the store before may still be notified. The import is an event of the tenant's audit log.
 */
export const importTenant = async (
  owner: OwnerConnection,
  { file, header, end }: InspectedExport,
  { eventId, importId, now, progress }: ImportTerms,
): Promise<ImportedTenant> => {
  const { tenant, part, sequence, keys } = header;
  await writeUnguarded(owner, async (tables) => {
    await assertEmpty(owner, tables, tenant);
    await insertFile(owner, file, tenant, tables, progress);
    await countAnew(owner, tenant);
    await assertChain(owner, file, header);
    await owner.query(`update webhooks set state = 'PAUSED' where tenant = $1 and state = 'ACTIVE'`, [
      tenant,
    ]);
    await owner.query(
      'update installation set imported_keys = imported_keys || jsonb_build_object($1::text, $2::jsonb)',
      [tenant, JSON.stringify(keys)],
    );
    await appendAsOwner(owner, tenant, { eventId, now, action: 'tenant.imported', targetId: importId });
  }).catch((error) => {
    if (isRefusedRow(error)) throw damaged(file, error.message);
    throw error;
  });
  return { tenant, part, events: sequence, rows: countRows(end), leftOut: end.leftOut };
};
