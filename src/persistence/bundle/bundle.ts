import type { BundleFacts } from '#domain/bundle/bundle.ts';
import type { Searched } from '#domain/retrieval/relevance.ts';
import type { StatementDays, TaskDates } from '#domain/retrieval/task-dates.ts';
import { readableIds } from '#persistence/reading/readable-ids.ts';
import { mostFound, raritiesOf } from '#persistence/reading/search.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  documentsVisibleTo,
  itemsVisibleTo,
  wordsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { classesOf } from '#persistence/review/item-counts.ts';
import { isOpenDrift } from '#persistence/sources/source-checks.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { fewMemories, type LeftOutReason, type ScopeCounts } from './scope-counts.ts';
import {
  boundOf,
  boundOrder,
  confidenceOf,
  flooredBoundOf,
  isBounded,
  isFloored,
  type RankingTerms,
  scoreOf,
  touchedAt,
} from './score.ts';
import { memoriesSaidBy, ofEntity, saidBy, wordsNow } from './words-now.ts';

export interface BundleScope {
  /** Null: every project. */
  readonly project: string | null;
  /** Null: whomever it is about. */
  readonly subjectId: string | null;
  /** Words to search for, each in the spelling of a web search; null or absent: in the order of score alone. */
  readonly taskWords?: readonly string[] | null;
  /** Ids of memories that come before the others, whatever their words: the nearest by meaning. */
  readonly nearest?: readonly string[];
  /** True: candidates name the item in whose words they are given, so that its meaning is compared. */
  readonly isCompared?: boolean;
  /** The time that the task asks about; null or absent: none. */
  readonly dates?: TaskDates | null;
  readonly now: Date;
  /** Set where what has drifted or is overdue at this instant is left out. */
  readonly omitStaleAt?: Date | null;
}

const inScope = ({ viewer }: ReadSession, { project, subjectId }: BundleScope) =>
  sql<SqlBool>`(${itemsVisibleTo(viewer, 'i')}${project === null ? sql`` : sql` and i.project = ${project}`}${
    subjectId === null ? sql`` : sql` and i.subject_id = ${subjectId}`
  })`;

/**
 * How the entity that the memory `i` became has ended since; of several the one that something took the place of.
 * Null: it is none, or stands.
 */
export const endedAs = ({ viewer }: ReadSession) =>
  sql<
    'SUPERSEDED' | 'RETIRED' | null
  >`case when i.status = 'GRADUATED' then (select max(e.status) from graph_entities e where e.tenant = i.tenant
    and e.graduated_from_id = i.id and e.status in ('SUPERSEDED', 'RETIRED') and ${itemsVisibleTo(viewer, 'e')}
    and not exists (select 1 from graph_entities now where now.tenant = e.tenant and now.id = e.superseded_by_id and now.graduated_from_id = i.id and now.status = 'ACTIVE')) end`;

/**
 * True where its source has drifted, or it is to be verified by then; never where such memories are delivered. A mandated one is marked
 * instead: changing a source does not end a mandate.
 */
const isStale = ({ viewer }: ReadSession, { omitStaleAt }: BundleScope) =>
  omitStaleAt == null
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(not i.mandatory and (${isOpenDrift(sql.ref('i.id'), viewer.tenant)} or coalesce(i.verify_by <= ${omitStaleAt}, false)))`;

/** `dateVerdict` as SQL over a memory `i`: it is not `OUTSIDE`. A test keeps the two equal. */
const isWithin = ({ from, until, isState }: TaskDates) =>
  sql<SqlBool>`(coalesce(i.holds_until > ${from}::timestamptz, true)${isState ? sql` and coalesce(i.holds_from < ${until}::timestamptz, true)` : sql``})`;

/**
 * It holds no more, as a reviewer said, who ended a mandate with it. A task that asks about a time before its end is given
 * it, unless it was mandated.
 */
const isExpired = ({ now, dates }: BundleScope) =>
  sql<SqlBool>`(coalesce(i.holds_until <= ${now}, false)${dates ? sql` and (i.mandatory or not ${isWithin(dates)})` : sql``})`;

/** It does not hold at the time that the task asks about; a mandate is given whatever is asked. */
const isOutside = ({ dates }: BundleScope) =>
  dates ? sql<SqlBool>`(not i.mandatory and not ${isWithin(dates)})` : sql<SqlBool>`false`;

/** Days of a memory `i`, and that of its document where the viewer sees it; read only for a task with dates. */
const daysOf = ({ viewer }: ReadSession, { dates }: BundleScope) =>
  dates
    ? sql`, i.holds_from as "holdsFrom", i.holds_until as "holdsUntil", (select d.updated_at from chunks c
        join documents d on d.tenant = c.tenant and d.id = c.document_id
        where c.tenant = i.tenant and c.id = i.source and ${documentsVisibleTo(viewer, 'd')}) as "saidAt"`
    : sql``;

/** Columns of a memory `i` that only some tasks need. */
const furtherColumns = (session: ReadSession, scope: BundleScope) =>
  sql`${daysOf(session, scope)}${scope.isCompared ? sql`, ${saidBy(session)} as "saidBy"` : sql``}`;

/**
 * Believed, not quarantined, and no other person's own: who sees those is not given them. What became an entity that
 * has ended is looked for apart.
 */
const believed = ({ viewer }: ReadSession) =>
  sql<SqlBool>`(i.status in ('ACTIVE', 'GRADUATED') and not i.quarantined and (not i.is_personal or i.contributor = ${viewer.user}))`;

/** A memory that may be delivered, with what it says now and where it stands in its source. */
export type BundleCandidate = Omit<BundleFacts, 'answers'> &
  Searched &
  Partial<StatementDays> & {
    /** The memory itself, or the entity in whose words it is given; absent unless meanings are compared. */
    readonly saidBy?: string;
  };

/** Why the memories of a class `i`, or the memory `i` by what its class says, are left out; null: nothing of the class leaves them out. */
const reasonOfClass = (session: ReadSession) =>
  sql<LeftOutReason | null>`case when ${believed(session)} then null when i.status in ('CANDIDATE', 'INVALID', 'ERASED') then 'NOT_BELIEVED'
    when i.status in ('SUPERSEDED', 'RETIRED') then i.status when i.quarantined then 'QUARANTINED' else 'PERSONAL_TO_ANOTHER' end`;

/** Why a memory `i`, of which `i.ended` says how its entity ended, is left out; null: it may be delivered. */
const reasonOf = (session: ReadSession, scope: BundleScope) =>
  sql<LeftOutReason | null>`coalesce(i.ended, ${reasonOfClass(session)},
    case when ${isExpired(scope)} then 'EXPIRED' when ${isOutside(scope)} then 'OUTSIDE_DATES' when ${isStale(session, scope)} then 'STALE' end)`;

/** Columns of a memory `i`, for its words and its rank. */
const inner = sql`i.id, i.tenant, i.status, i.content, i.sensitivity_labels, i.mandatory, coalesce(i.written_confidence, i.confidence) as written,
  i.created_at, i.updated_at, i.detection_types, i.evidence_count, i.verifier_count, i.newest_evidence_at,
  i.source_id as source, coalesce(i.span_start, 0) as place, i.holds_from, i.holds_until`;
const outer = sql`i.id, i.mandatory, i.written, i.created_at as "createdAt", i.updated_at as "updatedAt", i.detection_types as "detectionTypes",
  i.evidence_count as "evidenceCount", i.verifier_count as "verifierCount", i.newest_evidence_at as "newestEvidenceAt", i.source, i.place`;

/** All that the viewer sees in a scope, in no order; null where that are many. */
export const readSmallScope = async (
  session: ReadSession,
  scope: BundleScope,
): Promise<(ScopeCounts & { readonly candidates: readonly BundleCandidate[] }) | null> => {
  // In the order of an index, without which a limit would have the whole table read for the few memories of a small scope.
  // Makes a single row of a large one.
  const { rows } = await sql<
    BundleCandidate & { reason: LeftOutReason | null; isWhole: boolean }
  >`select reason, among <= ${sql.lit(fewMemories)} as "isWhole", ${outer}${furtherColumns(session, scope)}, case when reason is null then ${wordsNow(session)} end as words
    from (select *, count(*) over () as among, row_number() over () as at
        from (select ${inner}, i.quarantined, i.is_personal, i.contributor, i.verify_by, ${endedAs(session)} as ended
          from memories i where ${inScope(session, scope)} order by i.status limit ${sql.lit(fewMemories + 1)}) i) i
      cross join lateral (select ${reasonOf(session, scope)} as reason offset 0) r
    where among <= ${sql.lit(fewMemories)} or at = 1`.execute(await session.byKey());
  if (rows[0]?.isWhole === false) return null;
  const candidates = rows.filter(({ reason }) => reason === null);
  const leftOut = [...Map.groupBy(rows, ({ reason }) => reason)]
    .flatMap(([reason, { length: count }]) => (reason === null ? [] : [{ reason, count }]))
    .sort((a, b) => (a.reason < b.reason ? -1 : 1));
  return { candidates, deliverable: candidates.length, leftOut };
};

/** Memories `i` of a scope, each with its reason. */
const reasons = (session: ReadSession, scope: BundleScope, which: RawBuilder<unknown> = sql``) =>
  sql`(select i.id, i.status, i.quarantined, i.is_personal, i.contributor, i.verify_by, i.holds_from, i.holds_until, i.mandatory, ${endedAs(session)} as ended
      from memories i where ${inScope(session, scope)}${which} offset 0) i
    cross join lateral (select ${reasonOf(session, scope)} as reason offset 0) r`;

/** Memories that may be left out although their class is not: they hold no more, or the entity that they became has ended. */
const leftOutByThemselves = ({ viewer }: ReadSession, { now }: BundleScope) =>
  sql` and i.id in (select m.id from memories m where m.tenant = ${viewer.tenant} and m.holds_until <= ${now}
    union all select e.graduated_from_id from graph_entities e where e.tenant = ${viewer.tenant} and e.status in ('SUPERSEDED', 'RETIRED') and e.graduated_from_id is not null)`;

/** Counts by class, each memory that is left out by itself taken from the reason of its class. */
const countedByClass = (session: ReadSession, scope: BundleScope) =>
  sql`select ${reasonOfClass(session)} as reason, i.items from item_counts i where ${inScope(session, scope)} and ${classesOf.memory}
    union all select moved.reason, moved.items from ${reasons(session, scope, leftOutByThemselves(session, scope))}
      cross join lateral (values (r.reason, 1), (${reasonOfClass(session)}, -1)) moved (reason, items)`;

/** Decides whether classes say what is asked, but for the memories that are left out by themselves. */
export const isByClass = ({ subjectId, dates, omitStaleAt }: BundleScope): boolean =>
  subjectId === null && dates == null && omitStaleAt == null;

/** Like `readSmallScope`, counting only, by class where that is possible. */
export const countInScope = async (session: ReadSession, scope: BundleScope): Promise<ScopeCounts> => {
  const counted = isByClass(scope)
    ? countedByClass(session, scope)
    : sql`select reason, 1 as items from ${reasons(session, scope)}`;
  const { rows } = await sql<{
    reason: LeftOutReason | null;
    count: string;
  }>`select reason, sum(items) as count
    from (${counted}) counted group by 1 having sum(items) <> 0 order by 1`.execute(await session.db());
  return {
    deliverable: Number(rows.find(({ reason }) => reason === null)?.count ?? 0),
    leftOut: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count: Number(count) }])),
  };
};

/** Nothing but its class leaves a memory `i` out. */
const isGiven = (session: ReadSession, scope: BundleScope) =>
  sql<SqlBool>`${endedAs(session)} is null and not ${isExpired(scope)} and not ${isOutside(scope)} and not ${isStale(session, scope)}`;

const deliverable = (session: ReadSession, scope: BundleScope) =>
  sql<SqlBool>`${inScope(session, scope)} and ${believed(session)} and ${isGiven(session, scope)}`;

/**
 * Picks, in their order, the memories that may be delivered and whose words the viewer reads: those that the ids name, and in
 * the place of an entity the memory that is given in its words.
 */
export const deliverableOf = async (
  session: ReadSession,
  scope: BundleScope,
  ids: readonly string[],
): Promise<string[]> => {
  const memories = await memoriesSaidBy(session, ids);
  return readableIds(session, memories, [{ table: 'memories', where: deliverable(session, scope) }]);
};

/** Memories that are read in the order of their bounds, in rounds, until enough of them are known to come first; then all are ranked. */
const amongBounds = [2_000, 8_000, 32_000];

/**
 * The next of what may be delivered, as far as these are known from so many memories with the highest bounds: each that
 * ranks before every bound of those that were not read. None where no such memory is left behind the offset.
 */
const amongHighestBounds = async (
  session: ReadSession,
  scope: BundleScope,
  terms: RankingTerms,
  { among, limit, offset }: { readonly among: number; readonly limit: number; readonly offset: number },
): Promise<BundleCandidate[]> => {
  const most = sql.lit(among);
  const read = (bound: RawBuilder<unknown>, which: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql`(select ${inner}, i.verify_by, ${scoreOf(terms)} as score, ${bound} as bound from memories i
      where ${inScope(session, scope)} and ${believed(session)}${which} order by i.mandatory desc, ${order} desc limit ${most})`;
  const least = (name: string) =>
    sql`(select mandatory, bound from ${sql.ref(name)} order by mandatory, bound limit 1)`;
  const isFull = (name: string) => sql`(select count(*) from ${sql.ref(name)}) = ${most}`;
  const { rows } = await sql<BundleCandidate>`with
      by_bound as materialized ${read(boundOf(terms), sql``, boundOrder)},
      by_touch as materialized ${read(flooredBoundOf(terms), sql` and ${isFloored}`, touchedAt)},
      unread as (select mandatory, bound from (${least('by_bound')} union all select * from ${least('by_touch')} last where ${isFull('by_touch')}) last
        where ${isFull('by_bound')} order by mandatory desc, bound desc limit 1)
    select ${outer}${furtherColumns(session, scope)}, ${wordsNow(session)} as words
    from (select * from (select * from by_bound union all
          select * from by_touch t where not exists (select 1 from by_bound b where b.id = t.id)) i
        where not exists (select 1 from unread u where (i.mandatory, i.score) <= (u.mandatory, u.bound)) and ${isGiven(session, scope)}
      order by i.mandatory desc, i.score desc, i.id collate "C" limit ${limit} offset ${offset}) i`.execute(
    await session.byKey(),
  );
  return rows;
};

/** The next of what may be delivered, in the order of the bundle: at least one where one is left, and at most the limit. */
export const bundleCandidates = async (
  session: ReadSession,
  scope: BundleScope,
  terms: RankingTerms,
  next: { readonly limit: number; readonly offset: number },
  bounds: readonly number[] = amongBounds,
): Promise<BundleCandidate[]> => {
  const { project, subjectId, taskWords = null } = scope;
  if (taskWords !== null) return amongAnswering(session, scope, taskWords, terms, next);
  if (project === null && subjectId === null && isBounded(terms))
    for (const among of bounds.filter((many) => many >= next.offset + next.limit)) {
      const found = await amongHighestBounds(session, scope, terms, { among, ...next });
      if (found.length > 0) return found;
    }
  return amongAll(session, scope, terms, next);
};

/** Like `bundleCandidates`, by ranking everything in scope. */
const amongAll = async (
  session: ReadSession,
  scope: BundleScope,
  terms: RankingTerms,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BundleCandidate[]> => {
  const { rows } =
    await sql<BundleCandidate>`select ${outer}${furtherColumns(session, scope)}, ${wordsNow(session)} as words
    from (select ${inner} from memories i where ${deliverable(session, scope)}
      order by i.mandatory desc, ${scoreOf(terms)} desc, i.id collate "C" limit ${limit} offset ${offset}) i`.execute(
      await session.db(),
    );
  return rows;
};

/** Memories that are looked up for all words of a task together: for a long task fewer for each word. */
const mostForTask = 8 * mostFound;

/**
 * Ids of the memories that a task is answered from: of each word the newest that hold it, which are all of a rare one, of frequent
 * words those that hold two, what became an entity whose present words hold one, the nearest by meaning, and what is mandatory.
 */
const mayAnswer = (
  { viewer }: ReadSession,
  words: readonly string[],
  { project, nearest = [] }: BundleScope,
) => {
  const most = sql.lit(Math.min(mostFound, Math.floor(mostForTask / words.length)));
  const asked = sql`${[...words]}::text[]`;
  return sql`(select memories_with_any_word(${asked}, ${project === null ? [] : [`p${project}`]}::text[], '{sACTIVE,sGRADUATED}', ${most})
    union select e.graduated_from_id from graph_entities e where e.tenant = ${viewer.tenant} and e.graduated_from_id is not null
      and e.id in (select graph_entities_with_words(word, '{}', '{sACTIVE}', ${most}) from unnest(${asked}) word)
    union select unnest(${[...nearest]}::text[])
    union select m.id from memories m where m.tenant = ${viewer.tenant} and m.mandatory and m.status in ('ACTIVE', 'GRADUATED'))`;
};

/**
 * A memory `i` of those that may answer is found by what it says now: one that became an entity was looked up by its own words,
 * which its entity may have replaced.
 */
const holdsNow = (words: readonly string[], nearest: readonly string[]) =>
  sql<SqlBool>`(i.status <> 'GRADUATED' or i.mandatory or i.id = any(${[...nearest]}::text[])
    or i.searched @@ any ((select array_agg(search_query(word)) from unnest(${[...words]}::text[]) word)::tsquery[]))`;

/** Like `bundleCandidates`, of what may answer a task: it chooses those of a large scope that the pure rule ranks. */
const amongAnswering = async (
  session: ReadSession,
  scope: BundleScope,
  taskWords: readonly string[],
  terms: RankingTerms,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BundleCandidate[]> => {
  const { subjectId, nearest = [] } = scope;
  const [which, found] =
    subjectId === null
      ? [sql`i.id in ${mayAnswer(session, taskWords, scope)} and `, holdsNow(taskWords, nearest)]
      : [sql``, sql`true`];
  const near = nearest.length === 0 ? sql`` : sql`(i.id = any(${[...nearest]})) desc, `;
  const { rows } = await sql<BundleCandidate>`with answering as materialized (
      select i.* from (select ${inner}, ${confidenceOf(terms)} as confidence, ${scoreOf(terms)} as score,
        case when ${wordsVisibleTo(session.viewer, 'i')} then coalesce(${ofEntity(session, sql`case when ${wordsVisibleTo(session.viewer, 'e')} then e.searched else '' end`)}, i.searched) end as searched
      from memories i where ${which}${deliverable(session, scope)} offset 0) i where ${found}),
    ${raritiesOf(taskWords.join(' '), 'answering')}
    select ${outer}${furtherColumns(session, scope)}, ${wordsNow(session)} as words
    from (select i.* from answering i, rarities r order by i.mandatory desc,
      ${near}coalesce(word_relevance(i.searched, r.words, r.rarities), 0) * i.confidence desc, i.score desc, i.id collate "C"
      limit ${limit} offset ${offset}) i`.execute(await session.byValue());
  return rows;
};
