import type { RejectionKind } from '#domain/review/rejection-kinds.ts';
import { contradictedOn } from '#persistence/contradictions/contradictions.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export interface ExtractionQualityFilter {
  readonly project?: string | null | undefined;
  readonly contributor?: string | null | undefined;
  readonly sourceKind?: 'DOCUMENT' | 'INTERACTION' | null | undefined;
}

/** Decided candidates whose score lies within one tenth, from `tenth` / 10. */
export interface ScoreBand {
  readonly tenth: number;
  readonly decided: number;
  readonly kept: number;
  readonly meanScore: number;
}

/** Results of one rule and extractor version among the candidates that the viewer sees. */
export interface ExtractionQualityRow {
  readonly rule: string;
  readonly extractorVersion: string;
  readonly proposed: number;
  readonly promotedUnchanged: number;
  readonly promotedEdited: number;
  readonly rejected: number;
  /** How many of these for a reason of each kind; null is the kind of those of which nobody said it. By kind. */
  readonly rejectedByKind: readonly { readonly kind: RejectionKind | null; readonly count: number }[];
  readonly pending: number;
  /** Promoted and, within 90 days, superseded or retired. */
  readonly endedWithin90Days: number;
  /** Promoted, and a side of a contradiction. */
  readonly contradicted: number;
  /** Half of the decisions took no longer, in hours; null without a decision. */
  readonly medianHoursToDecision: number | null;
  /** By the confidence that they were written with, and by their review score; ascending, without empty bands. */
  readonly byConfidence: readonly ScoreBand[];
  readonly byReviewScore: readonly ScoreBand[];
}

const promoted = sql`i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED')`;

const figuresOf = (kind: 'memory' | 'entity', session: ReadSession, filter: ExtractionQualityFilter) => {
  const table = sql.table(kind === 'memory' ? 'memories' : 'graph_entities');
  const owner = sql.ref(kind === 'memory' ? 'r.memory_id' : 'r.entity_id');
  const contradicted =
    kind === 'memory'
      ? sql`${promoted} and (i.id in (${contradictedOn(session.viewer, 'older')}) or i.id in (${contradictedOn(session.viewer, 'newer')}))`
      : sql`false`;
  const { project = null, contributor = null, sourceKind = null } = filter;
  const written = kind === 'memory' ? sql`coalesce(i.written_confidence, i.confidence)` : sql`i.confidence`;
  return sql`select i.rule, i.extractor_version, ${written} as confidence, i.review_score, ${promoted} as promoted, i.status = 'INVALID' as rejected, i.rejection_kind as kind, i.status = 'CANDIDATE' as pending,
      i.revision > 1 and ${promoted} and exists (select 1 from revisions r where r.tenant = i.tenant and ${owner} = i.id and r.reworded and r.revision > 1
        and r.edited_at <= i.reviewed_at) as edited,
      i.status in ('SUPERSEDED', 'RETIRED') and i.valid_until < i.valid_from + interval '90 days' as ended,
      ${contradicted} as contradicted,
      case when i.status <> 'CANDIDATE' then extract(epoch from i.reviewed_at - i.created_at)::float8 / 3600 end as hours
    from ${table} i where ${itemsVisibleTo(session.viewer, 'i')} and i.rule is not null and i.extractor_version is not null
      and not i.hand_authored and (${project}::text is null or i.project = ${project}::text)
      and (${contributor}::text is null or i.contributor = ${contributor}::text)
      and (${sourceKind}::text is null or (i.interaction_id is not null) = (${sourceKind}::text = 'INTERACTION'))`;
};

const bandsBy = (score: 'confidence' | 'review_score') =>
  sql`(select coalesce(jsonb_agg(to_jsonb(b) order by b.tenth), '[]') from (select least(floor(one.score * 10), 9)::int as tenth, count(*) as decided,
      count(*) filter (where one.kept) as kept, avg(one.score) as "meanScore"
    from unnest(array_agg(${sql.ref(score)}) filter (where promoted or rejected), array_agg(promoted) filter (where promoted or rejected)) one (score, kept)
    group by 1) b)`;

/** One aggregation over memories and entities; by rule, then by extractor version. */
export const readExtractionQuality = async (
  session: ReadSession,
  filter: ExtractionQualityFilter,
): Promise<ExtractionQualityRow[]> => {
  const { rows } =
    await sql<ExtractionQualityRow>`select rule, extractor_version as "extractorVersion", count(*)::int as proposed,
      count(*) filter (where promoted and not edited)::int as "promotedUnchanged",
      count(*) filter (where promoted and edited)::int as "promotedEdited",
      count(*) filter (where rejected)::int as rejected, (select coalesce(jsonb_agg(jsonb_build_object('kind', nullif(of_kind.kind, ''), 'count', of_kind.count) order by of_kind.kind), '[]')
        from (select one.kind, count(*) as count from unnest(array_agg(coalesce(kind, '')) filter (where rejected)) one (kind) group by one.kind) of_kind) as "rejectedByKind", count(*) filter (where pending)::int as pending,
      count(*) filter (where promoted and ended)::int as "endedWithin90Days",
      count(*) filter (where promoted and contradicted)::int as contradicted,
      percentile_cont(0.5) within group (order by hours) as "medianHoursToDecision",
      ${bandsBy('confidence')} as "byConfidence", ${bandsBy('review_score')} as "byReviewScore"
    from (${figuresOf('memory', session, filter)} union all ${figuresOf('entity', session, filter)}) f
    group by rule, extractor_version order by rule, extractor_version`.execute(await session.db());
  return rows;
};
