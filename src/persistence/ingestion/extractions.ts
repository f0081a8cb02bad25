import { maskJson, maskWordings, type WithheldText } from '#domain/labels/policy/mask.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import { RowLoader } from '#persistence/reading/row-loader.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import { extractionsVisibleTo, withheldTexts } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import type { NamesSource } from './source-columns.ts';

export interface ExtractionRow extends NamesSource {
  readonly id: string;
  readonly contributor: string;
  readonly schemaName: string;
  readonly payload: unknown;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly reportId: string | null;
  readonly project: string;
  readonly extractorVersion: string | null;
  readonly isPersonal: boolean;
  readonly createdAt: Date;
  /** True when the label policy masks some words of its payload for this viewer. */
  readonly withholds: boolean;
}

/** Null: the label policy withholds nothing of it from this viewer. */
interface Withholding {
  readonly withheld: readonly WithheldText[] | null;
}

export const extractionColumns = (table: 'e' | 'n') =>
  sql`${sql.raw(
    `${table}.id, ${table}.contributor, ${table}.schema_name as "schemaName", ${table}.payload,
    ${table}.field_confidence as "fieldConfidence", ${table}.source_id as "sourceId",
    ${table}.report_id as "reportId", ${table}.project, ${table}.extractor_version as "extractorVersion",
    ${table}.is_personal as "isPersonal", ${table}.created_at as "createdAt"`,
  )}, ${withheldTexts({ source: `${table}.source_id`, extraction: `${table}.id` })} as withheld`;

/** A row as it is read, in the words that are for the viewer. */
export const extractionAsShown = (read: ExtractionRow & Partial<Withholding>): ExtractionRow => {
  const { withheld = null, ...row } = read;
  if (withheld === null) return { ...row, withholds: false };
  const mask = (text: string): string => maskWordings(text, withheld);
  return { ...row, payload: maskJson(row.payload, mask, mask), withholds: true };
};

export const extractionsById = (session: ReadSession) =>
  new RowLoader<ExtractionRow>(async (ids) => {
    const { rows } = await sql<ExtractionRow>`select ${extractionColumns('e')}
      from ${rowsWithIds(session.viewer, 'extractions', ids)} e where ${extractionsVisibleTo(session.viewer, 'e')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, extractionAsShown(row)]));
    return ids.map((id) => found.get(id) ?? null);
  });
