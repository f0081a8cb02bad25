import { sql } from 'kysely';
import type { DropReason } from '#domain/extraction/drop-reasons.ts';
import { confidenceOfStatement } from '#domain/extraction/statement-confidence.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { hasExactCitation } from '#domain/routing/citation.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import type { UseCase } from './carry-out.ts';
import { type Proposal, runRecordedPass, typeOf } from './extraction-pass.ts';
import { fingerprintOf } from './fingerprints.ts';
import { parseStatements } from './statements-payload.ts';

/** The rule of a statement that no rule of ours read: a service recorded it. */
export const recordedRule = 'extraction.recorded';
const unknownVersion = 'unknown';

interface RecordedExtraction {
  readonly project: string;
  readonly contributor: string;
  readonly audience: readonly string[];
  readonly isPersonal: boolean;
  readonly chunkId: string | null;
  readonly interactionId: string | null;
  readonly payload: unknown;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly rule: string | null;
  readonly extractorVersion: string | null;
  /** Null when it has no source. */
  readonly text: string | null;
  readonly offset: number;
}

const getRecordedExtraction = async (
  { session, viewer }: UseCase,
  extractionId: string,
): Promise<RecordedExtraction> => {
  const { rows } =
    await sql<RecordedExtraction>`select e.project, e.contributor, e.audience, e.is_personal as "isPersonal",
      e.chunk_id as "chunkId", e.interaction_id as "interactionId", e.payload, e.field_confidence as "fieldConfidence",
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

const readProposals = (
  { installation }: UseCase,
  extractionId: string,
  extraction: RecordedExtraction,
  rejected: boolean,
): Proposal[] => {
  const { settings, fingerprintKey } = installation;
  const { text, rule, extractorVersion, fieldConfidence } = extraction;
  return parseStatements(extraction.payload, false).map((read, place) => {
    const start = read.start ?? 0;
    const end = read.end ?? 0;
    const isMemory = 'kind' in read;
    const dropped: DropReason | null =
      isMemory && read.content.length < settings.extraction.statementMinimum ? 'TOO_SHORT' : null;
    return {
      source: extraction,
      statement: { ...read, rule: rule ?? recordedRule, start, end, dropped },
      extractorVersion,
      span: text !== null && hasExactCitation(text, start, end, read.content) ? read.content : null,
      content: read.content,
      type: typeOf(read),
      visibilityKey: visibilityKey(extraction),
      fingerprint: fingerprintOf(fingerprintKey, read.content),
      explanation: null,
      confidence: confidenceOfStatement(fieldConfidence, place),
      rejected,
      unrecorded: null,
      extractionId,
    };
  });
};

/**
 * Writes the candidates of a `vouch.statements` extraction that is recorded and routed, through the same pass as extracted
 * ones, with a report of its own; of a rejected one, the report alone. The caller has taken its turn and holds the row.
 */
export const yieldCandidates = async (
  useCase: UseCase,
  extractionId: string,
  rejected: boolean,
): Promise<void> => {
  const { session, viewer, now } = useCase;
  const extraction = await getRecordedExtraction(useCase, extractionId);
  await runRecordedPass(useCase, {
    extractionId,
    extractorVersion: extraction.extractorVersion ?? unknownVersion,
    proposals: readProposals(useCase, extractionId, extraction, rejected),
  });
  if (!rejected)
    await sql`update extractions set yielded_at = ${now} where tenant = ${viewer.tenant} and id = ${extractionId}`.execute(
      session.db,
    );
};
