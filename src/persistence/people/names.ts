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
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** A column that names a user or a project, and which rows of its table (`i`) reveal it to a viewer. */
export interface NameSource {
  readonly table: string;
  readonly column: string;
  readonly visible: (viewer: Viewer) => Expression<SqlBool>;
  /** The column is a list of names. */
  readonly isList?: boolean;
  /** The column has no index: the names of a part of the rows are listed, enough to suggest one. */
  readonly isSampled?: boolean;
  /** Its rows are seen with their items: to pass over those of many hidden items takes long, and no name is suggested from them. */
  readonly isOfItems?: boolean;
}

/** Catalogue of things that have a name and no row: each exists for a viewer while a row that they see names it. */
export interface NameCatalogue {
  /** Names the list in cursors. */
  readonly order: string;
  readonly sources: readonly NameSource[];
  /** Name that always exists for the viewer; null for none. */
  readonly always: (viewer: Viewer) => string | null;
}

const nameOf = ({ column, isList = false }: NameSource) => sql.ref(isList ? 'member.name' : `i.${column}`);

const rowsOf = ({ viewer }: ReadSession, source: NameSource, which: RawBuilder<unknown>) => {
  const { table, column, visible, isList = false } = source;
  const members = isList ? sql` cross join lateral unnest(${sql.ref(`i.${column}`)}) member (name)` : sql``;
  return sql`from ${sql.table(table)} i${members} where i.tenant = ${viewer.tenant} and ${nameOf(source)} ${which} and ${visible(viewer)}`;
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
      catalogue.sources.map((source) => sql`exists (select 1 ${rowsOf(session, source, named)} offset 0)`),
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
  const name = nameOf(source);
  if (source.isSampled)
    return sql`(select distinct sample.name from (select ${name} as name ${rowsOf(session, source, sql`is not null`)} limit ${sampleSize}) sample)`;
  const way = sql.raw(backwards ? ' desc' : '');
  const next = (than: RawBuilder<unknown>) =>
    sql`select ${name} as name ${rowsOf(session, source, than)} order by ${name}${way} limit 1`;
  const beyond = sql.raw(backwards ? '<' : '>');
  return sql`(with recursive listed as ((${next(from === null ? sql`is not null` : sql`${beyond}= ${from}`)})
    union all select (${next(sql`${beyond} listed.name`)}) from listed where listed.name is not null)
    select listed.name from listed where listed.name is not null ${limit})`;
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

/** Reads names that exist for the viewer, as many as one may have been meant by; none that only what belongs to items has. */
export const nearbyNames = async (
  session: ReadSession,
  { sources, ...catalogue }: NameCatalogue,
): Promise<readonly string[]> => {
  const quick = { ...catalogue, sources: sources.filter(({ isOfItems }) => isOfItems !== true) };
  return (await pageOfNames(session, quick, {}, { size: mostNearby, after: null })).rows;
};

/** How many names exist for the viewer. */
export const countNames = async (
  session: ReadSession,
  catalogue: NameCatalogue,
  filter: NameFilter,
): Promise<Count> => {
  const all = listOf(session, catalogue, { from: null, backwards: false, limit: sql`` });
  return countRows(await session.db(), sql`from ${all} where ${matches(filter)}`);
};
