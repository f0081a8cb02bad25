import type { Search } from '#domain/input/search.ts';
import { searchedEntities } from './graph.ts';
import { documentConditions } from './ingestion/source-filters.ts';
import { conjunction } from './reading/conditions.ts';
import { type Count, exactly } from './reading/count.ts';
import {
  decodeCursor,
  encodeCursor,
  keyset,
  type Page,
  type PageArguments,
  pageOf,
} from './reading/keyset.ts';
import { readableIds } from './reading/readable-ids.ts';
import {
  countOfFound,
  found,
  foundIsWhole,
  foundOrder,
  mostFound,
  type NumberOfFound,
  numberOfFound,
  pageOfFound,
  pageOfNumbered,
  queryOf,
  type SearchedTable,
  type SearchedTexts,
} from './reading/search.ts';
import { type Expression, type SqlBool, sql } from './reading/sql.ts';
import { documentsVisibleTo, interactionsVisibleTo, itemsVisibleTo } from './reading/visibility-predicate.ts';
import { searchedMemories } from './review/items.ts';
import type { ReadSession } from './store/viewer-session.ts';

export const searchedKinds = ['memory', 'entity', 'document', 'interaction', 'trace'] as const;
export type SearchedKind = (typeof searchedKinds)[number];

export interface SearchRequest {
  readonly search: Search;
  readonly kinds: readonly SearchedKind[];
  /** Null: every project. */
  readonly project: string | null;
}

/** One thing that a search finds; the row comes from the loaders. */
export interface FoundRef {
  readonly itemKind: SearchedKind;
  readonly id: string;
  /** The section of a document that answers best; null where its path or title does, and of other kinds. */
  readonly section: string | null;
  readonly rank: number;
  /** How far its meaning lifts the rank; null where words alone count. */
  readonly meaning: number | null;
}

const listName = 'search:RANK';

/** Memories and entities as their own lists search them. */
const tablesOf = (session: ReadSession, { search, kinds, project }: SearchRequest): SearchedTable[] => {
  const filter = { search, ...(project === null ? {} : { project: { eq: project } }) };
  return [
    ...(kinds.includes('memory')
      ? searchedMemories(session, {
          filter,
          orderBy: { field: 'RANK', direction: 'DESC' },
          excludePersonal: null,
          asOf: null,
        })
      : []),
    ...(kinds.includes('entity') ? searchedEntities(session, { filter, asOf: null }) : []),
  ];
};

type TextTable = 'chunks' | 'documents' | 'interactions' | 'pathway_traces';

/** Rows of a further table that are found by the function `<table>_with_words`; `from` reads the rows, of which `where` holds. */
const textsOf = (
  { search, project }: SearchRequest,
  table: TextTable,
  kind: SearchedKind,
  read: {
    readonly from: Expression<unknown>;
    readonly id?: string;
    readonly section?: Expression<unknown>;
    readonly searched?: Expression<unknown>;
    readonly where: Expression<SqlBool>;
  },
): SearchedTexts => {
  const name = `found_${table}`;
  const { from, id = 'n.id', section = sql`null::text`, searched = sql.ref('n.searched'), where } = read;
  return {
    name,
    lookUp: sql`select id from ${sql.raw(table)}_with_words(${search.words}, ${project}, ${sql.lit(mostFound)}) id`,
    rows: sql`select ${sql.lit(kind)} as "itemKind", ${sql.ref(id)}, ${section} as section, null::float8 as likeness, null::float8 as position, ${searched} as searched
      from ${sql.ref(name)} hit ${from} where ${where}`,
  };
};

/**
 * The texts beside the items: documents in force by their sections and by their path and title, interactions, and heads
 * of traces. Of a document from which the label policy withholds something, the path alone is searched, and such an
 * interaction not at all: being found would show that it is there.
 */
const furtherTexts = (session: ReadSession, request: SearchRequest): SearchedTexts[] => {
  const { viewer } = session;
  const { kinds, search } = request;
  const own = (table: string) =>
    sql`join ${sql.raw(table)} n on n.tenant = ${viewer.tenant} and n.id = hit.id`;
  const documentWhere = (also: Expression<SqlBool>) =>
    conjunction([documentsVisibleTo(viewer, 'n'), ...documentConditions({ inForce: true }), also]);
  // Uncorrelated: the sources of all hits are looked up together.
  const isWithheld = (sources: Expression<unknown>) =>
    sql<SqlBool>`((select viewer_has_label_rules()) and n.id in (select withheld_sources(array(${sources}))))`;
  const ofSections = isWithheld(
    sql`select c.document_id from found_chunks hit join chunks c on c.tenant = ${viewer.tenant} and c.id = hit.id`,
  );
  const ofDocuments = isWithheld(sql`select id from found_documents`);
  const path = sql`setweight(path_words(n.path), 'A')`;
  return [
    ...(kinds.includes('document')
      ? [
          textsOf(request, 'chunks', 'document', {
            from: sql`join chunks c on c.tenant = ${viewer.tenant} and c.id = hit.id
              join documents n on n.tenant = c.tenant and n.id = c.document_id`,
            section: sql.ref('c.id'),
            searched: sql.ref('c.searched'),
            where: documentWhere(sql<SqlBool>`not ${ofSections}`),
          }),
          textsOf(request, 'documents', 'document', {
            from: own('documents'),
            searched: sql`case when ${ofDocuments} then ${path} else n.searched end`,
            where: documentWhere(sql<SqlBool>`(${path} @@ ${queryOf(search.words)} or not ${ofDocuments})`),
          }),
        ]
      : []),
    ...(kinds.includes('interaction')
      ? [
          textsOf(request, 'interactions', 'interaction', {
            from: own('interactions'),
            where: sql<SqlBool>`(${interactionsVisibleTo(viewer, 'n')} and not n.is_personal and not ${isWithheld(sql`select id from found_interactions`)})`,
          }),
        ]
      : []),
    ...(kinds.includes('trace')
      ? [
          textsOf(request, 'pathway_traces', 'trace', {
            from: own('pathway_traces'),
            where: sql<SqlBool>`n.superseded_at is null`,
          }),
        ]
      : []),
  ];
};

const columns = sql`f."itemKind", f.id, f.section, f.rank, null::float8 as meaning`;

export const foundCursor = ({ rank, id }: FoundRef): string => encodeCursor(listName, [rank, id]);

/** A page of what a search finds, of all its kinds, what answers best first. Throws `input.invalid` for a cursor of another list. */
export const pageOfSearch = async (
  session: ReadSession,
  request: SearchRequest,
  page: PageArguments,
): Promise<Page<FoundRef>> => {
  const order = keyset(foundOrder(listName, 'rank', 'DESC'), page);
  if (request.kinds.length === 0) return { rows: [], hasMore: false };
  const texts = furtherTexts(session, request);
  const tables = tablesOf(session, request);
  const { rows } = await sql<
    FoundRef & NumberOfFound
  >`${pageOfFound(request.search, tables, 'rank', order, texts)}
    select ${columns}, ${numberOfFound(texts)} from page f ${order.tail}`.execute(await session.byValue());
  return pageOfNumbered(rows, page, tables, texts);
};

/** All that a search finds by its words, of all its kinds, in no order, and how many there are. */
export const allOfSearch = async (
  session: ReadSession,
  request: SearchRequest,
): Promise<{ readonly rows: readonly FoundRef[]; readonly count: Count }> => {
  const texts = furtherTexts(session, request);
  const { rows } = await sql<
    FoundRef & { readonly isExact: boolean }
  >`${found(request.search, tablesOf(session, request), 'rank', texts)}
    select ${columns}, ${foundIsWhole(texts)} as "isExact" from found f`.execute(await session.byValue());
  return { rows, count: { value: rows.length, isExact: rows[0]?.isExact ?? true } };
};

/** Picks, in their order, the items that a search may list and whose words the viewer reads, whatever they say. */
export const meantBySearch = (
  session: ReadSession,
  request: SearchRequest,
  ids: readonly string[],
): Promise<string[]> => readableIds(session, ids, tablesOf(session, request));

/** Picks, in their order, the items of these that the viewer sees and whose words they read. */
export const pickReadableItems = (session: ReadSession, ids: readonly string[]): Promise<string[]> =>
  readableIds(session, ids, [
    { table: 'memories', where: itemsVisibleTo(session.viewer, 'i') },
    { table: 'graph_entities', where: itemsVisibleTo(session.viewer, 'i') },
  ]);

/** A page of hits that are all there, in the order of their ranks. Throws `input.invalid` for a cursor of another list. */
export const pageOfHits = (hits: readonly FoundRef[], page: PageArguments): Page<FoundRef> => {
  const isBefore = (hit: FoundRef, [rank, id]: readonly [number, string]) =>
    hit.rank > rank || (hit.rank === rank && hit.id > id);
  const bound = (argument: 'after' | 'before') => {
    const cursor = page[argument];
    if (cursor == null) return null;
    const [rank, id] = decodeCursor(listName, ['number', 'string'], cursor, argument);
    return [Number(rank), String(id)] as const;
  };
  const [after, before] = [bound('after'), bound('before')];
  const isAt = (hit: FoundRef, [rank, id]: readonly [number, string]) => hit.rank === rank && hit.id === id;
  const rows = hits.filter(
    (hit) =>
      (after === null || (!isBefore(hit, after) && (page.inclusive === true || !isAt(hit, after)))) &&
      (before === null || isBefore(hit, before) || (page.inclusive === true && isAt(hit, before))),
  );
  return pageOf(page.fromEnd === true ? rows.toReversed() : rows, page);
};

/** How many things a search finds, of all its kinds. */
export const countOfSearch = async (session: ReadSession, request: SearchRequest): Promise<Count> =>
  request.kinds.length === 0
    ? exactly(0)
    : countOfFound(session, request.search, tablesOf(session, request), furtherTexts(session, request));
