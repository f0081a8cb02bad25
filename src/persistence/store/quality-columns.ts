import { shownToAll } from '#domain/privacy/rules/visible-status.ts';
import { decisionSteps } from '#domain/review/extraction-quality.ts';

/** Columns of `quality_counts` that all extracted items of a class have alike. */
export const qualityColumns: readonly string[] = [
  ...['tenant', 'project', 'rule', 'extractor_version', 'from_interaction', 'status', 'contributor'],
  ...['audience', 'is_personal', 'quarantined', 'sensitivity_labels'],
];

/** Columns of the other side, for contradictions. */
export const otherColumns: readonly string[] = [
  ...['other_status', 'other_contributor', 'other_audience'],
  ...['other_is_personal', 'other_quarantined', 'other_sensitivity_labels'],
];

/** A promoted item is shown to all. */
export const isPromoted = (row: string): string =>
  `${row}.status in (${shownToAll.map((status) => `'${status}'`).join(', ')})`;

/** The status of a class: ACTIVE for whatever was promoted. */
export const isVouched = (row: string): string =>
  `case when ${isPromoted(row)} then 'ACTIVE' else 'CANDIDATE' end`;

/** Extracted, and not dictated: its figures are counted. */
export const isExtracted = (row: string): string =>
  `${row}.rule is not null and ${row}.extractor_version is not null and not ${row}.hand_authored`;

const isDecided = (row: string): string => `(${isPromoted(row)} or ${row}.status = 'INVALID')`;

const figuresOfScore = (row: string, name: string, score: string): string[] => {
  const band = `'${name} ' || least(floor(${score} * 10), 9)`;
  return [
    `${band} || case when ${isPromoted(row)} then ' kept' else ' rejected' end, case when ${isDecided(row)} then 1 end`,
    `${band} || ' millionths', case when ${isDecided(row)} then round(${score} * 1000000) end`,
  ];
};

/** The figures of `#domain/review/extraction-quality` that an item adds to, as JSON. */
export const figuresOf = (table: string, row: string): string => {
  const isEdited = `coalesce(${row}.first_reworded_at <= ${row}.reviewed_at, false)`;
  const isRejected = `${row}.status = 'INVALID'`;
  const seconds = `extract(epoch from ${row}.reviewed_at - ${row}.created_at)::double precision`;
  const confidence =
    table === 'memories' ? `coalesce(${row}.written_confidence, ${row}.confidence)` : `${row}.confidence`;
  const figures = [
    `'proposed', 1`,
    `'pending', case when ${row}.status = 'CANDIDATE' then 1 end`,
    `case when ${isEdited} then 'promotedEdited' else 'promotedUnchanged' end, case when ${isPromoted(row)} then 1 end`,
    `'rejected', case when ${isRejected} then 1 end`,
    `'rejected ' || coalesce(${row}.rejection_kind, ''), case when ${isRejected} and ${row}.rejection_kind is not null then 1 end`,
    // In hours, since a day is longer where the session's time zone turns its clocks back.
    `'endedWithin90Days', case when ${row}.status in ('SUPERSEDED', 'RETIRED') and ${row}.valid_until < ${row}.valid_from + interval '2160 hours' then 1 end`,
    `'hours ' || coalesce(width_bucket(${seconds}, '{${decisionSteps.join(',')}}'::double precision[]), 0), case when ${row}.status <> 'CANDIDATE' and ${row}.reviewed_at is not null then 1 end`,
    ...figuresOfScore(row, 'confidence', confidence),
    ...figuresOfScore(row, 'reviewScore', `${row}.review_score`),
  ];
  return `jsonb_strip_nulls(jsonb_build_object(${figures.join(', ')}))`;
};

/** The class of an extracted item, as expressions over its row. */
export const qualityClassOf = (row: string): string =>
  qualityColumns
    .map((column) => {
      if (column === 'from_interaction') return `${row}.interaction_id is not null`;
      if (column === 'status') return isVouched(row);
      return `${row}.${column}`;
    })
    .join(', ');
