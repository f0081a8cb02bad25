import { explainConfidence } from '#domain/extraction/confidence.ts';
import { extractStatements } from '#domain/extraction/extract-statements.ts';
import { EXTRACTOR_VERSION } from '#domain/extraction/extractor-version.ts';
import type { ProposalFacts } from '#domain/extraction/sort-proposals.ts';
import { hasExactCitation, invalidCitation } from '#domain/routing/citation.ts';
import { route } from '#domain/routing/routing.ts';
import { type CandidateOrigin, type CandidateProposal, proposeCandidate } from './candidate-proposal.ts';
import type { UseCase } from './carry-out.ts';
import { type RoutedExtraction, statementSchema } from './write-extractions.ts';

/** A text that statements are read from, with the sight that they inherit. */
export interface ExtractionSource extends CandidateOrigin {
  readonly text: string;
  /** Where `text` begins in the content of its document or interaction, in UTF-16 code units. */
  readonly offset: number;
  readonly headingPath: readonly string[];
  readonly documentPath: string | null;
  readonly updatedAt: Date | null;
}

/** A statement as a pass read it, with its confidence and its routing. */
export interface ReadProposal extends CandidateProposal, ProposalFacts, RoutedExtraction {
  readonly rule: string;
}

/** Reads what the sources state: confidence computed, citation checked, routed. Pure but for the ids it takes. */
export const readProposals = (
  { installation, now }: Pick<UseCase, 'installation' | 'now'>,
  sources: readonly ExtractionSource[],
): ReadProposal[] => {
  const { extraction: numbers, confidenceReviewThreshold: threshold } = installation.settings;
  return sources.flatMap((source) =>
    extractStatements(source, numbers).map((statement) => {
      const explanation = explainConfidence({ ...source, prior: statement.prior, now }, numbers);
      const { content, start, end } = statement;
      const text = source.text.slice(start, end);
      const flags = hasExactCitation(source.text, start, end, text) ? [] : [invalidCitation];
      const extractionId = installation.newId('ext');
      const type =
        'kind' in statement
          ? { kind: statement.kind }
          : { entityType: statement.entityType, name: statement.name };
      const routing = route({
        extractionId,
        schemaName: statementSchema,
        fieldConfidence: [{ field: 'content', confidence: explanation.final }],
        guardrailFlags: flags,
        threshold,
      });
      return proposeCandidate(installation, {
        extractionId,
        origin: source,
        type,
        content,
        confidence: explanation.final,
        explanation,
        rule: statement.rule,
        extractorVersion: EXTRACTOR_VERSION,
        span: { start: source.offset + start, end: source.offset + end, text },
        payload: { statements: [{ ...type, content, start, end }] },
        flags,
        routing,
        tooShort: statement.dropped !== null,
        rejectedByRouting: routing.status === 'REJECTED',
      });
    }),
  );
};
