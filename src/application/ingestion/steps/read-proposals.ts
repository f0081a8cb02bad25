import { createPause, type Pause } from '#application/pause.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { holdsFiller } from '#domain/erasure/erased-words.ts';
import type { ReadingDrop } from '#domain/ingestion/drop-reasons.ts';
import {
  type ExtractedStatement,
  spanOfText,
  statementsBySection,
} from '#domain/ingestion/extract-statements.ts';
import { EXTRACTOR_VERSION, extractorVersionWith } from '#domain/ingestion/extractor-version.ts';
import { sectionsForModel } from '#domain/ingestion/model-sections.ts';
import { modelRule, readModelStatements } from '#domain/ingestion/model-statements.ts';
import type { TextSpan } from '#domain/ingestion/passage.ts';
import type { Reading } from '#domain/ingestion/reading.ts';
import { explainReviewScore } from '#domain/ingestion/review-score.ts';
import { readSectionOf } from '#domain/ingestion/sections/section-families.ts';
import { contextOf } from '#domain/ingestion/statement-context.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { UnreadReason } from '#domain/ingestion/unread-reasons.ts';
import type { ModelOutcome } from '#domain/language-model/model-outcomes.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import type { UnreadSection } from '#entities/source-reading.ts';
import { languageOf } from './languages.ts';
import { type ModelReadings, passageKey } from './model-readings.ts';
import { proposeReading, type ReadProposal } from './propose-reading.ts';

const readingOf = (statement: ExtractedStatement, dropped: ReadingDrop | null): Reading => {
  const { start, end, spans, context, rule, content, speaker, prior, review, isFurther } = statement;
  return {
    type:
      'kind' in statement
        ? { kind: statement.kind }
        : { entityType: statement.entityType, name: statement.name },
    rule,
    extractorVersion: EXTRACTOR_VERSION,
    content,
    span: { start, end },
    spans,
    context,
    quote: null,
    speaker,
    prior,
    review,
    isFurther,
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
  /** The number of sections that gave a statement. */
  readonly read: number;
}> => {
  let sections = 0;
  const readings: Reading[] = [];
  const belowThreshold: Reading[] = [];
  const unread: UnreadSection[] = [];
  for (const read of statementsBySection(source, settings.extraction)) {
    await pause();
    if (!read) continue;
    if (read.statements.length > 0) sections += 1;
    const unreadAt = ({ start, end }: TextSpan, reason: UnreadReason): UnreadSection => ({
      sourceId: source.source.id,
      start: source.offset + start,
      end: source.offset + end,
      reason,
      ...(source.language ? { language: source.language } : {}),
    });
    if (read.unread !== null) unread.push(unreadAt(read.section, read.unread));
    for (const part of read.leftOver) unread.push({ ...unreadAt(part, part.reason), isPart: true });
    for (const statement of read.statements) readings.push(readingOf(statement, statement.dropped));
    for (const statement of read.belowThreshold) belowThreshold.push(readingOf(statement, 'BELOW_THRESHOLD'));
  }
  return { readings, belowThreshold, unread, read: sections };
};

const overlap = (one: TextSpan | null, other: TextSpan | null): boolean =>
  one !== null && other !== null && one.start < other.end && other.start < one.end;

/** Why a section stays unread that the model was to read; null where it was read. */
const unreadByOutcome: Readonly<Record<ModelOutcome, UnreadReason | null>> = {
  ANSWERED: null,
  KEPT: null,
  OVER_BUDGET: 'MODEL_BUDGET',
  FAILED: 'MODEL_FAILED',
};

interface ByModel {
  readonly readings: readonly Reading[];
  /** How many things it named that are no statements. */
  readonly ignored: number;
  /** One for each section that it was to read. */
  readonly outcomes: readonly ModelOutcome[];
  /** Sections without an answer, by their start in the source's text. */
  readonly missing: ReadonlyMap<number, UnreadReason>;
}

const nothingByModel: ByModel = { readings: [], ignored: 0, outcomes: [], missing: new Map() };

/** Adds the model's readings to those of the rules; where both read the same text, the rules' reading stays. */
const readByModel = (
  source: ExtractionSource,
  byRules: readonly Reading[],
  { sections: asked, model }: ModelReadings,
  { settings }: UseCaseContext['dependencies'],
): ByModel => {
  const readings: Reading[] = [];
  const outcomes: ModelOutcome[] = [];
  const missing = new Map<number, UnreadReason>();
  let ignored = 0;
  const document = source.document?.kind ?? null;
  const visibility = visibilityKey(source);
  const { sections, turns } = sectionsForModel(source, settings.modelSources, settings.extraction);
  for (const section of sections) {
    const answer = asked.get(passageKey(visibility, section));
    // Not among what was sent: the source changed in between, and is read by the rules alone.
    if (answer === undefined) continue;
    outcomes.push(answer.outcome);
    const reason = unreadByOutcome[answer.outcome];
    if (reason !== null)
      missing.set(
        spanOfText(source, { start: section.start, end: section.start + section.text.length }).start,
        reason,
      );
    const { family } = readSectionOf(section.headingPath, document);
    const reading = readModelStatements(section, turns, answer.named, settings.extraction);
    ignored += reading.ignored;
    for (const statement of reading.statements) {
      const { content, quote, speaker, prior, dropped } = statement;
      const span = statement.span && spanOfText(source, statement.span);
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
        extractorVersion: extractorVersionWith(model),
        content,
        span,
        spans: span === null ? [] : [span],
        context,
        quote: span === null ? quote : null,
        speaker,
        prior,
        review: explainReviewScore(
          { rule: modelRule, content, context, document, family, spans: 1 },
          settings.extraction.reviewWeights,
        ),
        isFurther: false,
        dropped,
      });
    }
  }
  return { readings, ignored, outcomes, missing };
};

export interface ReadSources {
  readonly proposals: readonly ReadProposal[];
  /** For the report: counts, no text. */
  readonly errors: readonly string[];
  /** Sections of each document and interaction, in the order of the sources. */
  readonly readings: readonly SourceSections[];
  /** How many sources were read. */
  readonly sources: number;
  /** Our version, with the model's name where one was asked. */
  readonly extractorVersion: string;
}

/** The sections of a document or an interaction: those that gave a statement, and those with text that gave none. */
export interface SourceSections extends Pick<ExtractionSource, 'documentId' | 'source'> {
  readonly read: number;
  readonly unread: readonly UnreadSection[];
  /** Outcomes of the sections that a model was to read. */
  readonly byModel: readonly ModelOutcome[];
}

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
  const readings = new Map<string, SourceSections>();
  let ignored = 0;
  for (const given of sources) {
    const source = { ...given, language: await languageOf(given) };
    const {
      readings: byRules,
      belowThreshold,
      unread,
      read,
    } = await readByRules(source, dependencies, pause);
    const byModel = model.model === null ? nothingByModel : readByModel(source, byRules, model, dependencies);
    ignored += byModel.ignored;
    const left = unread
      .filter((section) => !byModel.readings.some((reading) => standsIn(reading, source, section)))
      .map((section) => {
        const reason = byModel.missing.get(section.start - source.offset);
        return reason === undefined ? section : { ...section, reason };
      });
    const isSection = ({ isPart }: UnreadSection) => isPart === undefined;
    const { documentId } = source;
    const of = documentId ?? source.source.id;
    const former = readings.get(of);
    readings.set(of, {
      documentId,
      source: source.source,
      read: (former?.read ?? 0) + read + unread.filter(isSection).length - left.filter(isSection).length,
      unread: [...(former?.unread ?? []), ...left],
      byModel: [...(former?.byModel ?? []), ...byModel.outcomes],
    });
    const unsaid = belowThreshold.filter(
      ({ span }) => !byModel.readings.some((reading) => overlap(reading.span, span)),
    );
    for (const reading of [...byRules, ...byModel.readings, ...unsaid]) {
      // Erased text holds no statement.
      if (holdsFiller(reading.content)) continue;
      proposals.push(proposeReading(useCase, source, reading));
      await pause();
    }
  }
  return {
    proposals,
    sources: sources.length,
    readings: [...readings.values()],
    extractorVersion: extractorVersionWith(model.model),
    errors: [
      ...model.errors,
      ...(ignored > 0
        ? [`The model named ${ignored} things that state nothing of a known type; they were ignored.`]
        : []),
    ],
  };
};
