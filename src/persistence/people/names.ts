import DataLoader from 'dataloader';
import { isStated, type OptionalCondition } from '#domain/input/condition.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { meets } from '#persistence/reading/conditions.ts';
import { type Count, countRows } from '#persistence/reading/count.ts';
import {
  type Direction,
  decodeCursor,
  encodeCursor,
  type KeysetOrder,
  keyset,
  type Page,
  type PageArguments,
  pageOf,
} from '#persistence/reading/keyset.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** A column that names a user or a project, and which rows of its table (`i`) reveal it to a viewer. */
export interface NameColumn {
  readonly table: string;
  readonly column: string;
  readonly visible: (viewer: Viewer) => Expression<SqlBool>;
  /** The column is a list of names. */
  readonly isList?: boolean;
  /** The column has no index: the names of a part of the rows are listed, enough to suggest one. */
  readonly isSampled?: boolean;
}

/** Users whom items, or what is seen with these, name: their names are listed by the classes of the items (`item_names`). */
interface NamesOfItems {
  readonly place: 'ITEM' | 'VERIFIER';
  /** Asked of a class (`k`) beside its visibility. */
  readonly also: (viewer: Viewer) => Expression<SqlBool>;
  readonly columns: readonly NameColumn[];
}

export type NameSource = NameColumn | NamesOfItems;

/** Catalogue of things that have a name and no row: each exists for a viewer while a row that they see names it. */
export interface NameCatalogue<Source extends NameSource = NameSource> {
  /** Names the list in cursors. */
  readonly order: string;
  readonly sources: readonly Source[];
  /** Name that always exists for the viewer; null for none. */
  readonly always: (viewer: Viewer) => string | null;
}

const nameOf = ({ column, isList = false }: NameColumn) => sql.ref(isList ? 'member.name' : `i.${column}`);

const rowsOf = ({ viewer }: ReadSession, source: NameColumn, which: RawBuilder<unknown>) => {
  const { table, column, visible, isList = false } = source;
  const members = isList ? sql` cross join lateral unnest(${sql.ref(`i.${column}`)}) member (name)` : sql``;
  return sql`from ${sql.table(table)} i${members} where i.tenant = ${viewer.tenant} and ${nameOf(source)} ${which} and ${visible(viewer)}`;
};

/** Classes of items (`k`) that may show a name to the viewer. */
const classesOf = ({ viewer }: ReadSession, { place, also }: NamesOfItems, which: RawBuilder<unknown>) =>
  sql`from item_names k where k.tenant = ${viewer.tenant} and k.place = ${sql.lit(place)} and k.name ${which} and ${itemsVisibleTo(viewer, 'k')} and ${also(viewer)}`;

/** No item with the name has left the class `k`: one of them has it. */
const isSure = sql<SqlBool>`not k.has_left and not exists (select 1 from item_names l where l.tenant = k.tenant and l.place = k.place
  and l.name = k.name and l.has_left and (l.status, l.contributor, l.audience, l.is_personal, l.quarantined, l.sensitivity_labels)
    = (k.status, k.contributor, k.audience, k.is_personal, k.quarantined, k.sensitivity_labels) offset 0)`;

/** True when the viewer sees a row of a source with a name; items are looked at where their classes alone do not decide. */
const hasName = (session: ReadSession, source: NameSource, named: RawBuilder<unknown>) => {
  const columns = 'columns' in source ? source.columns : [source];
  const rows = sql.join(
    columns.map((column) => sql`exists (select 1 ${rowsOf(session, column, named)} offset 0)`),
    sql` or `,
  );
  if (!('columns' in source)) return rows;
  const classes = classesOf(session, source, named);
  return sql`case when exists (select 1 ${classes} and ${isSure} offset 0) then true
    when exists (select 1 ${classes} offset 0) then ${rows} else false end`;
};

/** Finds which of some names exist for the viewer. */
export const findNames = async (
  session: ReadSession,
  catalogue: NameCatalogue,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const always = catalogue.always(session.viewer);
  const asked = names.filter((name) => name !== always);
  const seen = new Set(always === null ? [] : [always]);
  if (asked.length === 0) return seen;
  const named = sql`= asked.name`;
  const { rows } = await sql<{ name: string }>`select asked.name from unnest(${asked}::text[]) asked (name)
    where ${sql.join(
      catalogue.sources.map((source) => hasName(session, source, named)),
      sql` or `,
    )}`.execute(await session.byKey());
  for (const { name } of rows) seen.add(name);
  return seen;
};

/** Loads names that exist for the viewer; null for the others. */
export const namesSeen = (session: ReadSession, catalogue: NameCatalogue) =>
  new DataLoader<string, string | null>(async (names) => {
    const seen = await findNames(session, catalogue, names);
    return names.map((name) => (seen.has(name) ? name : null));
  });

export interface NameFilter {
  readonly name?: OptionalCondition<string>;
}

/** Names are few beside the rows that have them: they are filtered one by one. */
const matches = ({ name }: NameFilter) => meets(sql.ref('n.name'), name) ?? sql<SqlBool>`true`;

/** Range of a list of names. */
interface Stretch {
  /** The name that it begins with, or after; null: the end of the list from which it is read. */
  readonly from: string | null;
  readonly backwards: boolean;
  readonly limit: RawBuilder<unknown>;
}

/** Rows of a sampled source whose names are listed. */
const sampleSize = 10_000;

/** The names of a source: each is found by a step in the index, however many rows have it; those of a sample by a look at it. */
const namesOf = (session: ReadSession, source: NameSource, { from, backwards, limit }: Stretch) => {
  const isOfItems = 'columns' in source;
  const name = isOfItems ? sql.ref('k.name') : nameOf(source);
  if (!isOfItems && source.isSampled)
    return sql`(select distinct sample.name from (select ${name} as name ${rowsOf(session, source, sql`is not null`)} limit ${sampleSize}) sample)`;
  const way = sql.raw(backwards ? ' desc' : '');
  const rows = (than: RawBuilder<unknown>) =>
    isOfItems ? classesOf(session, source, than) : rowsOf(session, source, than);
  const next = (than: RawBuilder<unknown>) =>
    sql`select ${name} as name ${rows(than)} order by ${name}${way} limit 1`;
  const isThere = isOfItems ? sql` and ${hasName(session, source, sql`= listed.name`)}` : sql``;
  const beyond = sql.raw(backwards ? '<' : '>');
  return sql`(with recursive listed as ((${next(from === null ? sql`is not null` : sql`${beyond}= ${from}`)})
    union all select (${next(sql`${beyond} listed.name`)}) from listed where listed.name is not null)
    select listed.name from listed where listed.name is not null${isThere} ${limit})`;
};

const listOf = (session: ReadSession, { sources, always }: NameCatalogue, stretch: Stretch) => {
  const own = always(session.viewer);
  const parts = sources.map((source) => sql`select * from ${namesOf(session, source, stretch)} part`);
  if (own !== null) parts.push(sql`select ${own}::text as name`);
  return sql`(${sql.join(parts, sql` union `)}) n`;
};

const orderOf = ({ order }: NameCatalogue, direction: Direction): KeysetOrder => ({
  name: order,
  direction,
  columns: [{ of: sql.ref('n.name'), shape: 'string' }],
});

export const nameCursor = (catalogue: NameCatalogue, name: string): string =>
  encodeCursor(catalogue.order, [name]);

/** A page of the names that exist for the viewer, in their own order. */
export const pageOfNames = async (
  session: ReadSession,
  catalogue: NameCatalogue,
  { filter = {}, direction = 'ASC' }: { readonly filter?: NameFilter; readonly direction?: Direction },
  page: PageArguments,
): Promise<Page<string>> => {
  const { between, tail } = keyset(orderOf(catalogue, direction), page);
  const fromEnd = page.fromEnd === true;
  const backwards = fromEnd !== (direction === 'DESC');
  const bound = fromEnd ? page.before : page.after;
  const from = bound == null ? null : String(decodeCursor(catalogue.order, ['string'], bound)[0]);
  // One more than a page holds shows that there are more, and the cursor's own name is read beside them.
  const limit = !isStated(filter.name) ? sql`limit ${page.size + 2}` : sql``;
  const list = listOf(session, catalogue, { from, backwards, limit });
  const { rows } = await sql<{
    name: string;
  }>`select n.name from ${list} where ${matches(filter)}${between} ${tail}`.execute(await session.db());
  return pageOf(
    rows.map(({ name }) => name),
    page,
  );
};

/** Names that are read at most, where one of them may have been meant. */
const mostNearby = 1_000;

/** Reads names that exist for the viewer, as many as one may have been meant by. */
export const nearbyNames = async (
  session: ReadSession,
  catalogue: NameCatalogue,
): Promise<readonly string[]> =>
  (await pageOfNames(session, catalogue, {}, { size: mostNearby, after: null })).rows;

/** How many names exist for the viewer. */
export const countNames = async (
  session: ReadSession,
  catalogue: NameCatalogue,
  filter: NameFilter,
): Promise<Count> => {
  const all = listOf(session, catalogue, { from: null, backwards: false, limit: sql`` });
  return countRows(await session.db(), sql`from ${all} where ${matches(filter)}`);
};
