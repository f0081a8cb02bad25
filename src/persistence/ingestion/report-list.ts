import type { OptionalCondition } from '#domain/input/condition.ts';
import { wholeSources } from '#entities/source-references.ts';
import { meets } from '#persistence/reading/conditions.ts';
import type { NewestFirst } from '#persistence/reading/newest-first.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { reportsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import { type ReportRow, reportColumns } from './reports.ts';

export interface ReportFilter {
  /** The project of the wave, the interaction or the extraction that was read. */
  readonly project?: OptionalCondition<string>;
  readonly waveId?: OptionalCondition<string>;
  readonly interactionId?: OptionalCondition<string>;
  readonly extractorVersion?: OptionalCondition<string>;
  readonly createdAt?: OptionalCondition<Date>;
}

const sources = [
  ['waves', 'wave_id'],
  ...wholeSources.map((table) => [table, 'source_id'] as const),
  ['extractions', 'extraction_id'],
] as const;

/** A column of the one thing that a pass read. */
const ofSource = (column: string, from: readonly (readonly [table: string, pointer: string])[]) =>
  sql`coalesce(${sql.join(
    from.map(
      ([table, pointer]) =>
        sql`(select s.${sql.ref(column)} from ${sql.table(table)} s where s.tenant = n.tenant and s.id = ${sql.ref(`n.${pointer}`)})`,
    ),
  )})`;

/** The reports of passes that a viewer sees, newest first; those of personal sources are not listed. */
export const reports: NewestFirst<ReportRow, ReportFilter> = {
  name: 'extraction-reports:newest',
  table: 'extraction_reports',
  columns: () => reportColumns('n'),
  visible: (viewer) =>
    sql<SqlBool>`(${reportsVisibleTo(viewer, 'n')} and not coalesce(${ofSource('is_personal', sources.slice(1))}, false))`,
  conditions: ({ project, waveId, interactionId, extractorVersion, createdAt }) => [
    meets(ofSource('project', sources), project),
    meets(sql.ref('n.wave_id'), waveId),
    meets(sql.ref('n.source_id'), interactionId),
    meets(sql.ref('n.extractor_version'), extractorVersion),
    meets(sql.ref('n.created_at'), createdAt),
  ],
  orders: { CREATED_AT: null },
};
