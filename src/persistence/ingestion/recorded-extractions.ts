import type { CandidateOrigin } from '#domain/ingestion/types.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';
import { joinedSource, type NamesSource, sourceOfRow } from './source-columns.ts';

/** An extraction that a service recorded, with the text that it was read from. */
export interface RecordedExtraction extends CandidateOrigin {
  readonly payload: unknown;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly rule: string | null;
  readonly extractorVersion: string | null;
  /** Null when it has no source. */
  readonly text: string | null;
  readonly offset: number;
}

/** The extraction, which the caller has locked. */
export const readRecordedExtraction = async (
  { db, viewer }: WriteSession,
  extractionId: string,
): Promise<RecordedExtraction> => {
  const { rows } = await sql<
    Omit<RecordedExtraction, 'source'> & NamesSource
  >`select e.project, e.contributor, e.audience, e.is_personal as "isPersonal",
      e.source_id as "sourceId", source.subject_id as "subjectId", e.payload, e.field_confidence as "fieldConfidence",
      e.rule, e.extractor_version as "extractorVersion", source.text,
      coalesce(source.start_offset, 0) as offset
    from extractions e ${joinedSource('e')}
    where e.tenant = ${viewer.tenant} and e.id = ${extractionId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An extraction that was locked is gone.');
  const { sourceId, ...extraction } = row;
  return { ...extraction, source: sourceOfRow({ sourceId }) };
};

/** Marks an extraction as one whose candidates are written. */
export const markExtractionYielded = async (
  { db, viewer }: WriteSession,
  extractionId: string,
  now: Date,
): Promise<void> => {
  await sql`update extractions set yielded_at = ${now} where tenant = ${viewer.tenant} and id = ${extractionId}`.execute(
    db,
  );
};

/**
 * Locks the extraction passes of the tenant until the transaction ends, since what one pass writes is a duplicate for the next. Plans of
 * foreign-key checks are made anew, for tables of the present size.
 */
export const lockExtractionPasses = async ({ db, viewer }: WriteSession): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vouch.extraction:' || ${viewer.tenant}, 0)), renew_plans()`.execute(
    db,
  );
};
