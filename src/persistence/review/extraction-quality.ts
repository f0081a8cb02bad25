import {
  type ExtractionQuality,
  extractionQualityOf,
  type QualityFigures,
} from '#domain/review/extraction-quality.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo, readableItems, wordsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { asNobody, type ReadSession } from '#persistence/store/viewer-session.ts';

export interface ExtractionQualityFilter {
  readonly project?: string | null | undefined;
  readonly contributor?: string | null | undefined;
  readonly sourceKind?: 'DOCUMENT' | 'INTERACTION' | null | undefined;
}

/** The other side `o` of the contradictions of a class `i`, with the columns of an item. */
const otherSide = sql`(select i.tenant, i.other_status as status, i.other_contributor as contributor, i.other_audience as audience,
  i.other_is_personal as is_personal, i.other_quarantined as quarantined, i.other_sensitivity_labels as sensitivity_labels) o`;

/** Figures of memories and entities, added up by class; by rule, then by extractor version. */
export const readExtractionQuality = async (
  { viewer, db }: ReadSession,
  { project = null, contributor = null, sourceKind = null }: ExtractionQualityFilter,
): Promise<ExtractionQuality[]> => {
  const { rows } = await sql<{
    rule: string;
    version: string;
    figures: QualityFigures;
  }>`select rule, version, jsonb_object_agg(name, amount) as figures
    from (select i.rule, i.extractor_version as version, f.key as name, sum(i.times * f.value::bigint) as amount
      from quality_counts i cross join lateral ${otherSide} cross join lateral jsonb_each_text(i.figures) f
      where ${itemsVisibleTo(viewer, 'i')} and (i.other_status is null or (${wordsVisibleTo(viewer, 'i')} and ${readableItems(viewer, 'o')}))
        and (${project}::text is null or i.project = ${project}::text)
        and (${contributor}::text is null or i.contributor = ${contributor}::text)
        and (${sourceKind}::text is null or i.from_interaction = (${sourceKind}::text = 'INTERACTION'))
      group by 1, 2, 3 having sum(i.times * f.value::bigint) <> 0) added
    group by rule, version order by rule, version`.execute(await db());
  return rows.map(({ rule, version, figures }) => extractionQualityOf(rule, version, figures));
};

/** Makes one row of the rows of each class, in every tenant. */
export const foldQualityCounts = (orm: Orm): Promise<void> =>
  asNobody(orm, async ({ db }) => {
    await sql`select fold_quality_counts()`.execute(db);
  });
