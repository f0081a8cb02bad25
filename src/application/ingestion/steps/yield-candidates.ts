import type { UseCaseContext } from '#application/use-case.ts';
import { confidenceOfStatement } from '#domain/ingestion/statement-confidence.ts';
import { hasExactCitation } from '#domain/routing/citation.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import { sql } from '#persistence/reading/sql.ts';
import { type CandidateOrigin, type PassProposal, proposeCandidate } from './candidate-proposal.ts';
import { runRecordedPass } from './extraction-pass.ts';
import { readStatements } from './statements-payload.ts';

/** The rule of a statement that no rule of ours read: a service recorded it. */
export const recordedRule = 'extraction.recorded';
const unknownVersion = 'unknown';

interface RecordedExtraction extends CandidateOrigin {
  readonly payload: unknown;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly rule: string | null;
  readonly extractorVersion: string | null;
  /** Null when it has no source. */
  readonly text: string | null;
  readonly offset: number;
}

const getRecordedExtraction = async (
  { session, viewer }: UseCaseContext,
  extractionId: string,
): Promise<RecordedExtraction> => {
  const { rows } =
    await sql<RecordedExtraction>`select e.project, e.contributor, e.audience, e.is_personal as "isPersonal",
      e.chunk_id as "chunkId", e.interaction_id as "interactionId", i.subject_id as "subjectId", e.payload, e.field_confidence as "fieldConfidence",
      e.rule, e.extractor_version as "extractorVersion", coalesce(c.text, i.content) as text,
      coalesce(c.start_offset, 0) as offset
    from extractions e
      left join chunks c on c.tenant = e.tenant and c.id = e.chunk_id
      left join interactions i on i.tenant = e.tenant and i.id = e.interaction_id
    where e.tenant = ${viewer.tenant} and e.id = ${extractionId}`.execute(session.db);
  const [row] = rows;
  if (!row) throw new Error('An extraction that was locked is gone.');
  return row;
};

const proposalsOf = (
  { dependencies }: UseCaseContext,
  extractionId: string,
  extraction: RecordedExtraction,
  rejected: boolean,
): PassProposal[] => {
  const { text, offset, rule, extractorVersion, fieldConfidence } = extraction;
  return readStatements(extraction.payload).map((read, place) => {
    const { content } = read;
    const start = read.start ?? 0;
    const end = read.end ?? 0;
    const letters = read.quote ?? content;
    const isMemory = 'kind' in read;
    return proposeCandidate(dependencies, {
      extractionId,
      origin: extraction,
      type: isMemory ? { kind: read.kind } : { entityType: read.entityType, name: read.name },
      content,
      confidence: confidenceOfStatement(fieldConfidence, place),
      explanation: null,
      rule: rule ?? recordedRule,
      extractorVersion,
      span:
        text !== null && hasExactCitation(text, start, end, letters)
          ? { start: offset + start, end: offset + end, text: letters, speaker: null }
          : null,
      tooShort: isMemory && content.length < dependencies.settings.extraction.statementMinimum,
      rejectedByRouting: rejected,
    });
  });
};

/**
 * Writes the candidates of a `vouch.statements` extraction that is recorded and routed, through the same pass as extracted
 * ones, with a report of its own; of a rejected one, the report alone. The caller has taken the lock of the tenant's extraction passes and holds the row.
 */
export const yieldCandidates = async (
  useCase: UseCaseContext,
  extractionId: string,
  rejected: boolean,
): Promise<void> => {
  const { session, viewer, now } = useCase;
  const extraction = await getRecordedExtraction(useCase, extractionId);
  await runRecordedPass(useCase, {
    extractionId,
    extractorVersion: extraction.extractorVersion ?? unknownVersion,
    proposals: proposalsOf(useCase, extractionId, extraction, rejected),
  });
  if (!rejected)
    await sql`update extractions set yielded_at = ${now} where tenant = ${viewer.tenant} and id = ${extractionId}`.execute(
      session.db,
    );
};
