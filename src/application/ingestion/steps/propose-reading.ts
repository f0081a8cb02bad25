import type { UseCaseContext } from '#application/use-case.ts';
import { explainConfidence } from '#domain/ingestion/confidence.ts';
import type { TextSpan } from '#domain/ingestion/passage.ts';
import type { Reading } from '#domain/ingestion/reading.ts';
import { readingFlags } from '#domain/ingestion/reading-flags.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { hasExactCitation, invalidCitation } from '#domain/routing/citation.ts';
import { route } from '#domain/routing/routing.ts';
import { type PassProposal, proposeCandidate } from './candidate-proposal.ts';
import { statementSchema } from './statements-payload.ts';
import type { RoutedExtraction } from './write-extractions.ts';

/** A statement as a pass read it, with its confidence and its routing, and what it was read from. */
export type ReadProposal = PassProposal &
  RoutedExtraction & { readonly origin: ExtractionSource; readonly reading: Reading };

/** Computes the confidence of a reading, checks its citation, and routes it. */
export const proposeReading = (
  { dependencies, now }: Pick<UseCaseContext, 'dependencies' | 'now'>,
  source: ExtractionSource,
  reading: Reading,
): ReadProposal => {
  const { type, rule, content, span, spans, context, speaker, prior, review, dropped } = reading;
  const {
    extraction: numbers,
    confidenceReviewThreshold: threshold,
    routing: ruleSet,
  } = dependencies.settings;
  const quote = reading.quote ?? (span === null ? '' : source.text.slice(span.start, span.end));
  const explanation = explainConfidence({ ...source, prior, now }, numbers);
  const cited = span !== null && hasExactCitation(source.text, span.start, span.end, quote);
  const citation = ({ start, end }: TextSpan) => ({
    start: source.offset + start,
    end: source.offset + end,
    text: source.text.slice(start, end),
    speaker,
  });
  const flags = [...(cited ? [] : [invalidCitation]), ...readingFlags(reading, source.language ?? null)];
  const extractionId = dependencies.newId('ext');
  const routing = route(
    {
      extractionId,
      schemaName: statementSchema,
      fieldConfidence: [{ field: 'content', confidence: explanation.final }],
      guardrailFlags: flags,
      threshold,
    },
    ruleSet,
  );
  return {
    ...proposeCandidate(dependencies, {
      extractionId,
      origin: source,
      type,
      content,
      confidence: explanation.final,
      explanation,
      rule,
      extractorVersion: reading.extractorVersion,
      span: cited ? citation(span) : null,
      spans: cited ? spans.map(citation) : [],
      context,
      review,
      reviewScore: review.score,
      payload: {
        statements: [
          cited
            ? { ...type, content, start: span.start, end: span.end }
            : { ...type, content, start: 0, end: 0, quote },
        ],
      },
      flags,
      routing,
      dropped,
      rejectedByRouting: routing.status === 'REJECTED',
    }),
    reading,
  };
};
