import { createPause, type Pause } from '#application/pause.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { holdsFiller } from '#domain/erasure/erased-words.ts';
import { explainConfidence } from '#domain/ingestion/confidence.ts';
import { readTranscript } from '#domain/ingestion/conversations/read-transcript.ts';
import type { ReadingDrop } from '#domain/ingestion/drop-reasons.ts';
import {
  type ExtractedStatement,
  sectionsOf,
  statementsBySection,
  type TextSpan,
} from '#domain/ingestion/extract-statements.ts';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import { modelRule, readModelStatements } from '#domain/ingestion/model-statements.ts';
import { isStanding, notStanding } from '#domain/ingestion/records/record-status.ts';
import { explainReviewScore, type ReviewScore } from '#domain/ingestion/review-score.ts';
import type { StatementType } from '#domain/ingestion/rules/extraction-rule.ts';
import { readSectionOf } from '#domain/ingestion/sections/section-families.ts';
import { contextOf, type StatementContext } from '#domain/ingestion/statement-context.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { hasExactCitation, invalidCitation } from '#domain/routing/citation.ts';
import { route } from '#domain/routing/routing.ts';
import type { UnreadSection } from '#entities/extraction-report.ts';
import { type PassProposal, proposeCandidate } from './candidate-proposal.ts';
import { type ModelReadings, passageKey } from './model-readings.ts';
import { statementSchema } from './statements-payload.ts';
import type { RoutedExtraction } from './write-extractions.ts';

/** A statement as a pass read it, with its confidence and its routing. */
export type ReadProposal = PassProposal & RoutedExtraction;

/** Fields that readings by rules and by a model share; offsets into the source's text. */
interface Reading {
  readonly type: StatementType;
  readonly rule: string;
  readonly content: string;
  /** Null when the claimed text is not there. */
  readonly span: TextSpan | null;
  /** Every part of the text that the content was read from, the span among them. */
  readonly spans: readonly TextSpan[];
  readonly context: StatementContext | null;
  /** The claimed text. */
  readonly quote: string;
  readonly speaker: string | null;
  readonly prior: number;
  readonly review: ReviewScore;
  readonly dropped: ReadingDrop | null;
}

const readingOf = (
  { text }: ExtractionSource,
  statement: ExtractedStatement,
  dropped: ReadingDrop | null,
): Reading => {
  const { start, end, spans, context, rule, content, speaker, prior, review } = statement;
  return {
    type:
      'kind' in statement
        ? { kind: statement.kind }
        : { entityType: statement.entityType, name: statement.name },
    rule,
    content,
    span: { start, end },
    spans,
    context,
    quote: text.slice(start, end),
    speaker,
    prior,
    review,
    dropped,
  };
};

const readByRules = async (
  source: ExtractionSource,
  { settings }: UseCaseContext['dependencies'],
  pause: Pause,
): Promise<{
  readonly readings: Reading[];
  readonly belowThreshold: readonly Reading[];
  readonly unread: readonly UnreadSection[];
}> => {
  const readings: Reading[] = [];
  const belowThreshold: Reading[] = [];
  const unread: UnreadSection[] = [];
  for (const read of statementsBySection(source, settings.extraction)) {
    await pause();
    if (!read) continue;
    const { section, unread: reason } = read;
    if (reason !== null) {
      const start = source.offset + section.start;
      const { chunkId, interactionId } = source;
      unread.push({ chunkId, interactionId, start, end: start + section.text.length, reason });
    }
    for (const statement of read.statements) readings.push(readingOf(source, statement, statement.dropped));
    for (const statement of read.belowThreshold)
      belowThreshold.push(readingOf(source, statement, 'BELOW_THRESHOLD'));
  }
  return { readings, belowThreshold, unread };
};

const overlap = (one: TextSpan | null, other: TextSpan | null): boolean =>
  one !== null && other !== null && one.start < other.end && other.start < one.end;

/** Adds the model's readings to those of the rules; where both read the same text, the rules' reading stays. */
const readByModel = (
  source: ExtractionSource,
  byRules: readonly Reading[],
  { named }: ModelReadings,
  { settings }: UseCaseContext['dependencies'],
): { readonly readings: Reading[]; readonly ignored: number } => {
  const { turns } = readTranscript(source.text);
  const readings: Reading[] = [];
  let ignored = 0;
  const document = source.document?.kind ?? null;
  for (const section of sectionsOf(source, settings.extraction)) {
    const { family } = readSectionOf(section.headingPath, document);
    const reading = readModelStatements(
      section,
      turns,
      named.get(passageKey(section)) ?? [],
      settings.extraction,
    );
    ignored += reading.ignored;
    for (const statement of reading.statements) {
      const { content, quote, span, speaker, prior, dropped } = statement;
      const taken = byRules.some((other) => overlap(other.span, span));
      if (taken) continue;
      const context = source.document
        ? { ...contextOf(section.headingPath, source.document), leadIn: null }
        : null;
      readings.push({
        type:
          'kind' in statement
            ? { kind: statement.kind }
            : { entityType: statement.entityType, name: statement.name },
        rule: modelRule,
        content,
        span,
        spans: span === null ? [] : [span],
        context,
        quote: span === null ? quote : source.text.slice(span.start, span.end),
        speaker,
        prior,
        review: explainReviewScore(
          { rule: modelRule, content, context, document, family, spans: 1 },
          settings.extraction.reviewWeights,
        ),
        dropped,
      });
    }
  }
  return { readings, ignored };
};

/** Our version, and the model's name as its build: `0.1.0+gpt-5`. */
const versionOf = (rule: string, { model }: ModelReadings): string =>
  rule === modelRule && model !== null
    ? `${EXTRACTOR_VERSION}+${model.replaceAll(/[^0-9A-Za-z.-]/g, '-').slice(0, 100)}`
    : EXTRACTOR_VERSION;

export interface ReadSources {
  readonly proposals: readonly ReadProposal[];
  /** For the report: counts, no text. */
  readonly errors: readonly string[];
  /** Sections with text from which neither the rules nor the model took anything; the first thousand. */
  readonly unreadSections: readonly UnreadSection[];
  /** How many sources were read. */
  readonly sources: number;
}

/** Proposals of a reading: confidence computed, citation checked, routed. */
const propose = (
  { dependencies, now }: Pick<UseCaseContext, 'dependencies' | 'now'>,
  source: ExtractionSource,
  { type, rule, content, span, spans, context, quote, speaker, prior, review, dropped }: Reading,
  model: ModelReadings,
): ReadProposal => {
  const {
    extraction: numbers,
    confidenceReviewThreshold: threshold,
    routing: ruleSet,
  } = dependencies.settings;
  const explanation = explainConfidence({ ...source, prior, now }, numbers);
  const cited = span !== null && hasExactCitation(source.text, span.start, span.end, quote);
  const citation = ({ start, end }: TextSpan) => ({
    start: source.offset + start,
    end: source.offset + end,
    text: source.text.slice(start, end),
    speaker,
  });
  const standing = isStanding(context?.recordStatus ?? null);
  const flags = [...(cited ? [] : [invalidCitation]), ...(standing ? [] : [notStanding])];
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
  return proposeCandidate(dependencies, {
    extractionId,
    origin: source,
    type,
    content,
    confidence: explanation.final,
    explanation,
    rule,
    extractorVersion: versionOf(rule, model),
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
  });
};

const mostUnreadSections = 1_000;

const standsIn = ({ span }: Reading, { offset }: ExtractionSource, section: UnreadSection): boolean =>
  span !== null && section.start <= offset + span.start && offset + span.end <= section.end;

/** Reads what the sources state. Touches no store, and pauses. */
export const readProposals = async (
  useCase: Pick<UseCaseContext, 'dependencies' | 'now'>,
  sources: readonly ExtractionSource[],
  model: ModelReadings,
): Promise<ReadSources> => {
  const { dependencies } = useCase;
  const pause = createPause();
  const proposals: ReadProposal[] = [];
  const unreadSections: UnreadSection[] = [];
  let ignored = 0;
  for (const source of sources) {
    const { readings: byRules, belowThreshold, unread } = await readByRules(source, dependencies, pause);
    const byModel =
      model.model === null ? { readings: [], ignored: 0 } : readByModel(source, byRules, model, dependencies);
    ignored += byModel.ignored;
    for (const section of unread)
      if (
        unreadSections.length < mostUnreadSections &&
        !byModel.readings.some((reading) => standsIn(reading, source, section))
      )
        unreadSections.push(section);
    const unsaid = belowThreshold.filter(
      ({ span }) => !byModel.readings.some((read) => overlap(read.span, span)),
    );
    for (const reading of [...byRules, ...byModel.readings, ...unsaid]) {
      // Erased text holds no statement.
      if (holdsFiller(reading.content)) continue;
      proposals.push(propose(useCase, source, reading, model));
      await pause();
    }
  }
  return {
    proposals,
    sources: sources.length,
    unreadSections,
    errors: [
      ...model.errors,
      ...(ignored > 0
        ? [`The model named ${ignored} things that state nothing of a known type; they were ignored.`]
        : []),
    ],
  };
};
