import { keysOfEnds, type Search } from '#domain/input/search.ts';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';
import { itemTables } from '#persistence/reading/item-tables.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type Count, exactly } from './count.ts';
import {
  type Direction,
  type Keyset,
  type KeysetOrder,
  type Page,
  type PageArguments,
  pageOf,
} from './keyset.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';

/**
 * Memories, and as many entities, that a search finds at most: the newest of those that hold its words and are of its project, kind and
 * status. A stated bound, so that a frequent word costs no more in a large store than in a small one.
 */
export const mostFound = 1_000;

/** Conditions that the look-up itself applies, so that its newest hits meet them. */
interface SearchFacets {
  readonly project: string | null;
  /** The kind of a memory, or the type of an entity. */
  readonly kind: string | null;
  readonly statuses: readonly ItemStatus[];
  /** False: without personal items, as in lists. */
  readonly withPersonal: boolean;
}

/** Decides whether a filter asks more than the facets that were taken from it. */
const isNarrowedBeyond = ({ project, kind, statuses }: SearchFacets, filter: object): boolean => {
  const served = [
    'search',
    project !== null && 'project',
    kind !== null && 'kind',
    kind !== null && 'entityType',
    statuses.length < itemStatuses.length && 'status',
  ];
  return Object.entries(filter).some(([name, condition]) => condition != null && !served.includes(name));
};

/** A table that a search reads, with the conditions that its rows (`i`) meet besides: visibility, and the whole filter. */
export interface SearchedTable {
  readonly itemKind: 'memory' | 'entity';
  readonly table: 'memories' | 'graph_entities';
  readonly tenant: string;
  readonly facets: SearchFacets;
  readonly where: Expression<SqlBool>;
  /** True where the filter has more conditions than the facets: they may leave out every row of the look-up. */
  readonly isNarrowed: boolean;
  /** Searched as they stood at an instant; absent: as they are. */
  readonly past?: SearchedPast | null;
}

/** The table of a kind of items for a search, with the facets and the whole condition that were made of a filter. */
export const searchedTable = (
  { viewer: { tenant } }: ReadSession,
  itemKind: SearchedTable['itemKind'],
  filter: object,
  { facets, where, past = null }: Pick<SearchedTable, 'facets' | 'where' | 'past'>,
): SearchedTable => ({
  itemKind,
  table: itemTables[itemKind],
  tenant,
  facets,
  where,
  isNarrowed: past !== null || isNarrowedBeyond(facets, filter),
  past,
});

/** Items as they stood. The look-ups know today's words, so that those reworded since are searched besides. */
export interface SearchedPast {
  /** Rows of items as `i`, with the values that they had. */
  readonly standing: (items: Expression<unknown>) => RawBuilder<unknown>;
  /** Ids of the items reworded since. */
  readonly reworded: RawBuilder<unknown>;
  /** The words of `i` then, as they are searched. */
  readonly searched: RawBuilder<unknown>;
}

/** A further table that a search reads, whose texts are not items. */
export interface SearchedTexts {
  /** Names its look-up in the statement. */
  readonly name: string;
  /** Ids of the rows that hold the words, as one column, `mostFound` at most. */
  readonly lookUp: RawBuilder<unknown>;
  /** Reads those that the viewer sees from the look-up by its name: itemKind, id, section, likeness, position, searched. */
  readonly rows: RawBuilder<unknown>;
}

type LookUp = RawBuilder<unknown>;

/** Facets in the form of the function `item_facets`. */
const facetsOf = ({ project, kind, statuses, withPersonal }: SearchFacets): RawBuilder<unknown> => {
  const all = [
    ...(project === null ? [] : [`p${project}`]),
    ...(kind === null ? [] : [`k${kind}`]),
    ...(withPersonal ? [] : ['listed']),
  ];
  return sql`${sql.val(all)}::text[], ${sql.val(statuses.map((status) => `s${status}`))}::text[], ${sql.lit(mostFound)}`;
};

const withWords = ({ words }: Search, { table, facets }: SearchedTable): LookUp =>
  sql`(select id, null::float8 as likeness from ${sql.raw(table)}_with_words(${words}, ${facetsOf(facets)}) id) hit`;

/** Null where no word is long enough to be compared. */
const withAlikeWords = ({ alike }: Search, { table, facets }: SearchedTable): LookUp | null => {
  const [longest] = alike;
  if (longest === undefined) return null;
  return sql`${sql.raw(table)}_with_alike_words(${sql.val([...keysOfEnds(longest)])}::text[], ${sql.val([...alike])}::text[], ${facetsOf(facets)}) hit (id, likeness)`;
};

/** Hits of a look-up, as `i`; `likeness` says how much like the words they are, where they do not hold them. */
const rowsOf = (lookUp: LookUp, { table, tenant, past }: SearchedTable): RawBuilder<unknown> => {
  const items = sql`(select m.*, hit.likeness from ${lookUp} join ${sql.table(table)} m on m.tenant = ${tenant} and m.id = hit.id)`;
  return past
    ? past.standing(sql`(select m.* from ${items} m where m.id not in ${past.reworded})`)
    : sql`${items} i`;
};

/** A search as a tsquery. Computed once: in a plan for all values a function of a parameter would be, for each row. */
export const queryOf = (words: string) => sql`(select search_query(${words}))`;

/** Items reworded since, as `i`. */
const rewordedRows = (
  { words }: Search,
  { table, tenant }: SearchedTable,
  past: SearchedPast,
): RawBuilder<unknown> => {
  const query = queryOf(words);
  const then = past.standing(
    sql`(select m.* from ${sql.table(table)} m where m.tenant = ${tenant} and m.id in ${past.reworded})`,
  );
  return sql`(select i.*, null::float8 as likeness from ${then}
    where querytree(${query}) not in ('', 'T') and ${past.searched} @@ ${query}) i`;
};

/** A column of both tables, or the rank. */
export type FoundColumn = 'rank' | 'created_at' | 'updated_at' | 'confidence';

/**
 * The clause `rarities`: words with their rarity among the rows of `among`, which the viewer sees: none of a hidden row.
 * In steps of a half, so that a page keeps its place while something is written.
 */
export const raritiesOf = (words: string, among: 'exact' | 'answering') => sql`rarities as materialized (
  select array_agg(counted.word) as words, array_agg(greatest(round(2 * ln(1 + (counted.texts - counted.holding + 0.5) / (counted.holding + 0.5))) / 2, 0.5)::float8) as rarities
  from (select asked.word, (select count(*) from ${sql.ref(among)}) as texts, (select count(*) from ${sql.ref(among)} e where e.searched @@ asked.word) as holding
    from (select quoted_word(word) as word from unnest(tsvector_to_array(to_tsvector('english', ${words}))) word offset 0) asked offset 0) counted)`;

/**
 * The beginning `with … exact as (…), alike as (…)` of a statement that searches, and what it found, as a table expression: kind, id,
 * section, likeness, `column` as position, and words of the items in these tables that hold the words; where the list has none, of those
 * that hold words like them. The look-ups run past row-level security and apply visibility themselves, since no index serves their
 * operators under a session; what they return is read again here, in the session: `looked` and `alike` have it with whether it meets the
 * list's conditions. Which look-up is asked depends on what the list shows: nothing hidden moves it.
 */
const hits = (
  search: Search,
  tables: readonly SearchedTable[],
  column: FoundColumn,
  texts: readonly SearchedTexts[],
) => {
  const shape = sql`select null::text as "itemKind", null::text as id, null::text as section, null::float8 as likeness,
    ${column.endsWith('_at') ? sql`null::timestamptz` : sql`null::float8`} as position, null::tsvector as searched`;
  const foundBy = (lookUpOf: typeof withAlikeWords, unless: RawBuilder<unknown>) =>
    tables.flatMap((searched) => {
      const { itemKind, where, past } = searched;
      const lookUp = lookUpOf(search, searched);
      if (lookUp === null) return [];
      const changes = past && column !== 'created_at';
      const position =
        column === 'rank' ? sql`null::float8` : sql.ref(`i.${column}${changes ? '_then' : ''}`);
      const rows = [
        [rowsOf(lookUp, searched), sql.ref('i.searched')] as const,
        ...(past && lookUpOf === withWords
          ? [[rewordedRows(search, searched, past), past.searched] as const]
          : []),
      ];
      return rows.map(
        ([
          of,
          words,
        ]) => sql`select ${sql.lit(itemKind)} as "itemKind", i.id, null::text as section, i.likeness, ${position} as position, ${words} as searched,
            (${where}) as is_met from ${of}${unless}`,
      );
    });
  const all = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);
  const nothing = sql`${shape}, false as is_met where false`;
  const met = (of: string) =>
    sql`select "itemKind", id, section, likeness, position, searched from ${sql.ref(of)} where is_met`;
  const lookUps = texts.map(({ name, lookUp }) => sql`${sql.ref(name)} as materialized (${lookUp}), `);
  return {
    clauses: sql`with ${sql.join(lookUps, sql``)}looked as materialized (${all([nothing, ...foundBy(withWords, sql``)])}),
      exact as materialized (${all([met('looked'), ...texts.map(({ rows }) => rows)])}),
      alike as materialized (${all([nothing, ...foundBy(withAlikeWords, sql` where not exists (select 1 from exact)`)])})`,
    rows: sql`(${all([sql`select * from exact`, met('alike')])})`,
  };
};

/**
 * The clause `with found as (…)`: kind, id, section, rank and `column` as position of what a search finds. Rank depends on an item's own
 * text and on how rare the words are in what is found: nothing hidden moves it.
 */
export const found = (
  search: Search,
  tables: readonly SearchedTable[],
  column: FoundColumn,
  texts: readonly SearchedTexts[] = [],
) => {
  const { clauses, rows } = hits(search, tables, column, texts);
  // A document is found once, by the section that answers best.
  const once = texts.length === 0 ? sql`` : sql`distinct on (f."itemKind", f.id)`;
  const best =
    texts.length === 0 ? sql`` : sql` order by f."itemKind", f.id, f.rank desc, f.section nulls last`;
  return sql`${clauses}, ${raritiesOf(search.words, 'exact')},
    found as (select ${once} f."itemKind", f.id, f.section, f.rank, ${column === 'rank' ? sql`f.rank` : sql`f.position`} as position
      from (select h.*, coalesce(h.likeness, word_relevance(h.searched, r.words, r.rarities)) as rank
        from ${rows} h, rarities r) f${best})`;
};

/** The order of what a search finds, for `page f`. */
export const foundOrder = (name: string, column: FoundColumn, direction: Direction): KeysetOrder => ({
  name,
  direction,
  columns: [
    { of: sql.ref('f.position'), shape: column.endsWith('_at') ? 'instant' : 'number' },
    { of: sql.ref('f.id'), shape: 'string' },
  ],
});

/** A `with` clause that names a page of what a search finds: `page` with itemKind, id, rank and position, for `page f`. */
export const pageOfFound = (
  search: Search,
  tables: readonly SearchedTable[],
  column: FoundColumn,
  { between, tail }: Keyset,
  texts: readonly SearchedTexts[] = [],
): RawBuilder<unknown> => sql`${found(search, tables, column, texts)},
    page as (select f.* from found f where true${between} ${tail})`;

/** True when `found` holds all: no look-up gave as many as it finds at most, whatever the list leaves out of them. */
export const foundIsWhole = (texts: readonly SearchedTexts[]): RawBuilder<boolean> => {
  const further = texts.map(({ name }) => sql` and (select count(*) from ${sql.ref(name)}) < ${mostFound}`);
  const given = sql`select count(*) from looked group by "itemKind" union all select count(*) from alike group by "itemKind"`;
  return sql`${mostFound} > all (${given})${sql.join(further, sql``)}`;
};

/** Columns of a page of what a search finds: how many there are in all. */
export interface NumberOfFound {
  readonly foundCount: string;
  readonly foundIsWhole: boolean;
}

export const numberOfFound = (texts: readonly SearchedTexts[] = []): RawBuilder<unknown> =>
  sql`(select count(*) from found) as "foundCount", ${foundIsWhole(texts)} as "foundIsWhole"`;

/**
 * A page with the number that its rows came with, so that nobody searches again to count. An empty page without a cursor is of an empty
 * list, unless a filter left out what the look-ups gave, or further texts were looked up.
 */
export const pageOfNumbered = <Row>(
  rows: readonly (Row & Partial<NumberOfFound>)[],
  page: Omit<PageArguments, 'inclusive'>,
  tables: readonly SearchedTable[],
  texts: readonly SearchedTexts[] = [],
): Page<Row> => {
  const [row] = rows;
  const isOfAll = page.after === null && page.before == null;
  const isWhole = texts.length === 0 && !tables.some(({ isNarrowed }) => isNarrowed);
  if (row === undefined && isOfAll && isWhole) return { ...pageOf(rows, page), number: exactly(0) };
  return row?.foundCount === undefined
    ? pageOf(rows, page)
    : {
        ...pageOf(rows, page),
        number: { value: Number(row.foundCount), isExact: row.foundIsWhole === true },
      };
};

/** Counts all that a search finds, without ranking it; not exact where a look-up gave as many as it finds at most. */
export const countOfFound = async (
  session: ReadSession,
  search: Search,
  tables: readonly SearchedTable[],
  texts: readonly SearchedTexts[] = [],
): Promise<Count> => {
  const { clauses, rows: of } = hits(search, tables, 'rank', texts);
  const { rows } = await sql<{
    count: string;
    isExact: boolean;
  }>`${clauses}, found as (select distinct h."itemKind", h.id from ${of} h)
    select count(*) as count, ${foundIsWhole(texts)} as "isExact" from found`.execute(
    await session.byValue(),
  );
  const [row] = rows;
  return { value: Number(row?.count ?? 0), isExact: row?.isExact ?? true };
};
