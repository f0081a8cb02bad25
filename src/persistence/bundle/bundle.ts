import DataLoader from 'dataloader';
import type { BundleFacts, BundleNumbers } from '#domain/bundle/bundle.ts';
import type { WarningFacts } from '#domain/bundle/warnings.ts';
import type { ConfidenceNumbers } from '#domain/evidence/confidence-numbers.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  contradictionsVisibleTo,
  itemsVisibleTo,
  wordsAsShown,
  wordsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { isOpenDrift } from '#persistence/sources/source-checks.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export interface BundleScope {
  /** Null: every project. */
  readonly project: string | null;
  /** Null: whomever it is about. */
  readonly subjectId: string | null;
  /** Words to search for, in the spelling of a web search; null or absent: in the order of score alone. */
  readonly taskWords?: string | null;
  /** Set where what has drifted or is overdue at this instant is left out. */
  readonly omitStaleAt?: Date | null;
}

const inScope = ({ viewer }: ReadSession, { project, subjectId }: BundleScope) =>
  sql<SqlBool>`(${itemsVisibleTo(viewer, 'i')}${project === null ? sql`` : sql` and i.project = ${project}`}${
    subjectId === null ? sql`` : sql` and i.subject_id = ${subjectId}`
  })`;

/** The memory `i` became an entity that has ended in this way since. */
const becameEnded = ({ viewer }: ReadSession, status: 'SUPERSEDED' | 'RETIRED') =>
  sql<SqlBool>`(i.status = 'GRADUATED' and exists (select 1 from graph_entities e where e.tenant = i.tenant
    and e.graduated_from_id = i.id and e.status = ${sql.lit(status)} and ${itemsVisibleTo(viewer, 'e')}))`;

/** The memory behind the entity that took the place of the one which the memory `i` became; null where it is an entity of the short path. */
const memoryInItsPlace = ({ viewer }: ReadSession) =>
  sql<string | null>`case when i.status = 'GRADUATED' then (select s.graduated_from_id from graph_entities e
      join graph_entities s on s.tenant = e.tenant and s.id = e.superseded_by_id
    where e.tenant = i.tenant and e.graduated_from_id = i.id and e.status = 'SUPERSEDED' and ${itemsVisibleTo(viewer, 'e')}
      and ${itemsVisibleTo(viewer, 's')} order by e.id limit 1) end`;

/** Believed, in each layer that it reached, not quarantined, and no other person's own: who sees those is not given them. */
const deliverable = (session: ReadSession, scope: BundleScope) =>
  sql<SqlBool>`(${believed(session)}${scope.omitStaleAt == null ? sql`` : sql` and not ${isStale(session, scope.omitStaleAt)}`})`;

/** Its source has drifted, or it is to be verified by now. */
const isStale = ({ viewer }: ReadSession, now: Date) =>
  sql<SqlBool>`(${isOpenDrift(sql.ref('i.id'), viewer.tenant)} or coalesce(i.verify_by <= ${now}, false))`;

const believed = (session: ReadSession) =>
  sql<SqlBool>`(i.status in ('ACTIVE', 'GRADUATED') and not i.quarantined and (not i.is_personal or i.contributor = ${session.viewer.user})
    and not ${becameEnded(session, 'SUPERSEDED')} and not ${becameEnded(session, 'RETIRED')})`;

/** A double: numeric arithmetic takes many times as long. */
const daysBetween = (instant: RawBuilder<unknown>, now: Date) =>
  sql`(greatest(date_part('epoch', ${now}::timestamptz - ${instant}), 0) / 86400)`;

/**
 * The score of `rankBundle` as SQL over a memory `i` and its evidence `h`, so that the best of many are found where they
 * lie. It chooses whose words are read; a rank is explained by the pure rule. A test holds the two equal.
 */
const confidenceOf = ({ now, confidence }: RankingTerms) => {
  const double = (value: number) => sql`${value}::float8`;
  const base = sql`(case when i.mandatory then ${double(confidence.mandateBase)} else greatest(coalesce(i.written_confidence, i.confidence), h.base) end)`;
  const further = sql`greatest(coalesce(h."verifierCount", 0) - 1, 0) * ${double(confidence.furtherVerifier)}`;
  // What is too small for a double is refused by `power` and by the product: nothing is smaller than 1e-100 or older than 300 half-lives.
  const sum = sql`greatest(least(${base} + ${further}, 1) - 1e-100::float8, 0)`;
  const decay = sql`power(0.5::float8, least(${daysBetween(sql`coalesce(h."newestEvidenceAt", i.created_at)`, now)} / ${double(confidence.halfLifeDays)}, 300))`;
  const floor = sql`greatest(case when i.mandatory then ${double(confidence.mandateFloor)} else 0 end,
    case when h.base is null then 0 else ${double(confidence.evidenceFloor)} end)`;
  return sql`greatest(${sum} * ${decay}, least(${sum}, ${floor}))`;
};

const scoreOf = (terms: RankingTerms) => {
  const touched = daysBetween(sql`greatest(i.updated_at, h."newestEvidenceAt")`, terms.now);
  return sql`${confidenceOf(terms)} * greatest(1 - ${touched} / ${terms.bundle.recencyDays}::float8, 0)`;
};

/** What each memory's evidence comes to. */
const evidenceFigures = ({ viewer }: ReadSession, { confidence: { evidenceBases } }: RankingTerms) =>
  sql`lateral (select array_agg(distinct e.detection_type) as "detectionTypes", count(*) as "evidenceCount",
      count(distinct e.source_user) as "verifierCount", max(e.created_at) as "newestEvidenceAt",
      max(case e.detection_type when 'CORRECTION' then ${evidenceBases.CORRECTION}::float8
        when 'UNPROMPTED_DEFINITION' then ${evidenceBases.UNPROMPTED_DEFINITION}::float8 else ${evidenceBases.CONFIRMATION}::float8 end) as base
    from evidence e where e.tenant = ${viewer.tenant} and e.memory_id = i.id)`;

export interface RankingTerms {
  readonly now: Date;
  readonly bundle: BundleNumbers;
  readonly confidence: ConfidenceNumbers;
}

/** A memory that may be delivered, with what it says now. */
export type BundleCandidate = BundleFacts & { readonly words: string };

/** The next of what may be delivered, in the order of the bundle. */
export const bundleCandidates = async (
  session: ReadSession,
  scope: BundleScope,
  terms: RankingTerms,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BundleCandidate[]> => {
  const { taskWords = null } = scope;
  const relevance = taskWords === null ? sql`null::float8` : sql`hit.rank`;
  const hit =
    taskWords === null
      ? sql``
      : sql` cross join lateral (select case when ${wordsVisibleTo(session.viewer, 'i')}
          then ts_rank(i.searched, websearch_to_tsquery('english', ${taskWords}), 1)::float8 else 0 end as rank offset 0) hit`;
  const { rows } = await sql<
    Omit<BundleCandidate, 'evidenceCount' | 'verifierCount' | 'detectionTypes'> & {
      detectionTypes: string[] | null;
      evidenceCount: string | null;
      verifierCount: string | null;
    }
  >`select i.id, i.mandatory, i.written, i.created_at as "createdAt", i.updated_at as "updatedAt",
      i."detectionTypes", i."evidenceCount", i."verifierCount", i."newestEvidenceAt", i.relevance, ${wordsNow(session)} as words
    from (select i.id, i.tenant, i.status, i.content, i.sensitivity_labels, i.mandatory, coalesce(i.written_confidence, i.confidence) as written, i.created_at, i.updated_at,
        h."detectionTypes", h."evidenceCount", h."verifierCount", h."newestEvidenceAt", ${relevance} as relevance,
        ${taskWords === null ? scoreOf(terms) : sql`hit.rank * ${confidenceOf(terms)}`} as score, ${scoreOf(terms)} as plain
      from memories i left join ${evidenceFigures(session, terms)} h on true${hit}
      where ${inScope(session, scope)} and ${deliverable(session, scope)}
      order by i.mandatory desc, score desc, plain desc, i.id collate "C" limit ${limit} offset ${offset}) i
    order by i.mandatory desc, i.score desc, i.plain desc, i.id collate "C"`.execute(await session.db());
  return rows.map((row) => ({
    ...row,
    detectionTypes: row.detectionTypes ?? [],
    evidenceCount: Number(row.evidenceCount ?? 0),
    verifierCount: Number(row.verifierCount ?? 0),
  }));
};

export const leftOutReasons = [
  'NOT_BELIEVED',
  'SUPERSEDED',
  'RETIRED',
  'STALE',
  'QUARANTINED',
  'PERSONAL_TO_ANOTHER',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** What the viewer sees in the scope: how much may be delivered, and what is left out, counted by reason. */
export const countInScope = async (
  session: ReadSession,
  scope: BundleScope,
): Promise<{
  readonly deliverable: number;
  readonly leftOut: { readonly reason: LeftOutReason; readonly count: number }[];
}> => {
  const { rows } = await sql<{ reason: LeftOutReason | null; count: string }>`select
      case when ${deliverable(session, scope)} then null when ${believed(session)} then 'STALE' when i.status in ('CANDIDATE', 'INVALID', 'ERASED') then 'NOT_BELIEVED'
        when i.status = 'SUPERSEDED' or ${becameEnded(session, 'SUPERSEDED')} then 'SUPERSEDED'
        when i.status = 'RETIRED' or ${becameEnded(session, 'RETIRED')} then 'RETIRED' when i.quarantined then 'QUARANTINED' else 'PERSONAL_TO_ANOTHER' end as reason, count(*) as count
    from memories i where ${inScope(session, scope)} group by 1 order by 1`.execute(await session.db());
  return {
    deliverable: Number(rows.find(({ reason }) => reason === null)?.count ?? 0),
    leftOut: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count: Number(count) }])),
  };
};

/** A memory `i` in words: a graduated one in its entity's present ones, where the viewer sees the entity and nothing withholds it; the mask where the label policy redacts either. */
const wordsNow = ({
  viewer,
}: ReadSession) => sql<string>`case when ${wordsVisibleTo(viewer, 'i')} then coalesce(
  case when i.status = 'GRADUATED' then (select ${wordsAsShown('e.content', 'e')} from graph_entities e where e.tenant = i.tenant
    and e.graduated_from_id = i.id and e.status = 'ACTIVE' and not e.quarantined and ${itemsVisibleTo(viewer, 'e')} order by e.id limit 1) end,
  i.content) else ${sql.lit(policyMask)} end`;

/** What is known against memories that are delivered, beside their words; of open hard contradictions those whose sides both stand and are read by the viewer. */
export const warningFactsOf = (session: ReadSession) =>
  new DataLoader<string, Omit<WarningFacts, 'words'> | null>(async (ids) => {
    const { rows } = await sql<
      Omit<WarningFacts, 'words' | 'contradictions'> & { id: string; contradictions: string }
    >`select i.id,
        coalesce(d.state, 'UNKNOWN') as "sourceState", d.drifted_at as "driftedAt", i.verify_by as "verifyBy",
        (select count(*) from contradictions c where c.tenant = i.tenant and (c.older_id = i.id or c.newer_id = i.id)
          and c.status = 'OPEN' and c.severity = 'HARD' and ${contradictionsVisibleTo(session.viewer, 'c')}
          and not exists (select 1 from memories side where side.tenant = c.tenant and side.id in (c.older_id, c.newer_id)
            and side.status not in ('CANDIDATE', 'ACTIVE', 'GRADUATED'))) as contradictions
      from memories i left join source_drifts d on d.tenant = i.tenant and d.id = i.id
      where i.id = any(${[...ids]}) and ${itemsVisibleTo(session.viewer, 'i')}`.execute(
      await session.byKey(),
    );
    const found = new Map(
      rows.map(({ id, contradictions, ...row }) => [id, { ...row, contradictions: Number(contradictions) }]),
    );
    return ids.map((id) => found.get(id) ?? null);
  });

export interface PresentWords {
  /** Of a memory that became an entity which has ended since: how the entity ended. Quarantined: believed, and delivered to nobody. */
  readonly status: ItemStatus | 'QUARANTINED';
  readonly words: string;
  /** The memory that took its place, or became the entity that took its entity's; null: none did. */
  readonly supersededById: string | null;
}

/** What memories that the viewer sees say now, by id. */
export const presentWords = async (
  session: ReadSession,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PresentWords>> => {
  const { rows } = await sql<
    PresentWords & { id: string }
  >`select i.id, case when ${becameEnded(session, 'SUPERSEDED')} then 'SUPERSEDED'
      when ${becameEnded(session, 'RETIRED')} then 'RETIRED' when i.quarantined and i.status in ('ACTIVE', 'GRADUATED') then 'QUARANTINED' else i.status end as status, ${wordsNow(session)} as words,
      coalesce(i.superseded_by_id, ${memoryInItsPlace(session)}) as "supersededById"
    from memories i where i.id = any(${[...ids]}) and ${itemsVisibleTo(session.viewer, 'i')}`.execute(
    await session.db(),
  );
  return new Map(rows.map(({ id, ...now }) => [id, now]));
};
