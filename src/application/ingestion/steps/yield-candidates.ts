import type { UseCaseContext } from '#application/use-case.ts';
import { holdsFiller } from '#domain/erasure/erased-words.ts';
import { recordedRule } from '#domain/ingestion/candidate-rules.ts';
import { explainReviewScore } from '#domain/ingestion/review-score.ts';
import { confidenceOfStatement } from '#domain/ingestion/statement-confidence.ts';
import { hasExactCitation } from '#domain/routing/citation.ts';
import {
  markExtractionYielded,
  type RecordedExtraction,
  readRecordedExtraction,
} from '#persistence/ingestion/recorded-extractions.ts';
import { type PassProposal, proposeCandidate } from './candidate-proposal.ts';
import { runRecordedPass } from './extraction-pass.ts';
import { readStatements } from './statements-payload.ts';

const unknownVersion = 'unknown';

const proposalsOf = (
  { dependencies }: UseCaseContext,
  extractionId: string,
  extraction: RecordedExtraction,
  rejected: boolean,
): PassProposal[] => {
  const { text, offset, rule, extractorVersion, fieldConfidence } = extraction;
  return readStatements(extraction.payload).flatMap((read, place): PassProposal[] => {
    const { content } = read;
    const isMemory = 'kind' in read;
    // Erased text holds no statement.
    if (holdsFiller(content) || (!isMemory && holdsFiller(read.name))) return [];
    const start = read.start ?? 0;
    const end = read.end ?? 0;
    const claimed = read.quote ?? content;
    const review = explainReviewScore(
      { rule: rule ?? recordedRule, content, context: null, document: null, family: null, spans: 1 },
      dependencies.settings.extraction.reviewWeights,
    );
    const span =
      text !== null && hasExactCitation(text, start, end, claimed)
        ? { start: offset + start, end: offset + end, text: claimed, speaker: null }
        : null;
    return [
      proposeCandidate(dependencies, {
        extractionId,
        origin: extraction,
        type: isMemory ? { kind: read.kind } : { entityType: read.entityType, name: read.name },
        content,
        confidence: confidenceOfStatement(fieldConfidence, place),
        explanation: null,
        rule: rule ?? recordedRule,
        extractorVersion,
        span,
        spans: span === null ? [] : [span],
        context: null,
        review,
        reviewScore: review.score,
        dropped:
          isMemory && content.length < dependencies.settings.extraction.statementMinimum ? 'TOO_SHORT' : null,
        rejectedByRouting: rejected,
      }),
    ];
  });
};

/**
 * Writes the candidates of a `vouch.statements` extraction that is recorded and routed, through the same pass as extracted
 * ones, with a report of its own; of a rejected one, the report alone. The caller has taken the lock of the tenant's
 * extraction passes and holds the row.
 */
export const yieldCandidates = async (
  useCase: UseCaseContext,
  extractionId: string,
  rejected: boolean,
): Promise<void> => {
  const { session, now } = useCase;
  const extraction = await readRecordedExtraction(session, extractionId);
  await runRecordedPass(useCase, {
    extractionId,
    extractorVersion: extraction.extractorVersion ?? unknownVersion,
    proposals: proposalsOf(useCase, extractionId, extraction, rejected),
  });
  if (!rejected) await markExtractionYielded(session, extractionId, now);
};
