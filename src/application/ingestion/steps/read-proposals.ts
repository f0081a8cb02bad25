import { createPause, type Pause } from '#application/pause.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { explainConfidence } from '#domain/ingestion/confidence.ts';
import { sectionsOf, statementsBySection } from '#domain/ingestion/extract-statements.ts';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import { modelRule, readModelStatements } from '#domain/ingestion/model-statements.ts';
import type { StatementType } from '#domain/ingestion/rules/extraction-rule.ts';
import { segmentTurns } from '#domain/ingestion/turns.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { hasExactCitation, invalidCitation } from '#domain/routing/citation.ts';
import { route } from '#domain/routing/routing.ts';
import { type PassProposal, proposeCandidate } from './candidate-proposal.ts';
import { type ModelReadings, passageKey } from './model-readings.ts';
import { statementSchema } from './statements-payload.ts';
import type { RoutedExtraction } from './write-extractions.ts';

/** A statement as a pass read it, with its confidence and its routing. */
export type ReadProposal = PassProposal & RoutedExtraction;

/** What the rules and the model have in common, offsets into the source's text. */
interface Reading {
  readonly type: StatementType;
  readonly rule: string;
  readonly content: string;
  /** Null when the claimed text is not there. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** The claimed text. */
  readonly quote: string;
  readonly speaker: string | null;
  readonly prior: number;
  readonly tooShort: boolean;
}

const readByRules = async (
  source: ExtractionSource,
  { settings }: UseCaseContext['dependencies'],
  pause: Pause,
): Promise<Reading[]> => {
  const readings: Reading[] = [];
  for (const statements of statementsBySection(source, settings.extraction)) {
    for (const statement of statements) {
      const { start, end, rule, content, speaker, prior, dropped } = statement;
      readings.push({
        type:
          'kind' in statement
            ? { kind: statement.kind }
            : { entityType: statement.entityType, name: statement.name },
        rule,
        content,
        span: { start, end },
        quote: source.text.slice(start, end),
        speaker,
        prior,
        tooShort: dropped !== null,
      });
    }
    await pause();
  }
  return readings;
};

/** What the model named beside the rules: where both read the same text, the rules' reading stands. */
const readByModel = (
  source: ExtractionSource,
  byRules: readonly Reading[],
  { named }: ModelReadings,
  { settings }: UseCaseContext['dependencies'],
): { readonly readings: Reading[]; readonly ignored: number } => {
  const turns = segmentTurns(source.text);
  const readings: Reading[] = [];
  let ignored = 0;
  for (const section of sectionsOf(source, settings.extraction)) {
    const reading = readModelStatements(
      section,
      turns,
      named.get(passageKey(section)) ?? [],
      settings.extraction,
    );
    ignored += reading.ignored;
    for (const statement of reading.statements) {
      const { content, quote, span, speaker, prior, dropped } = statement;
      const taken = byRules.some(
        (other) =>
          span !== null && other.span !== null && other.span.start < span.end && span.start < other.span.end,
      );
      if (taken) continue;
      readings.push({
        type:
          'kind' in statement
            ? { kind: statement.kind }
            : { entityType: statement.entityType, name: statement.name },
        rule: modelRule,
        content,
        span,
        quote: span === null ? quote : source.text.slice(span.start, span.end),
        speaker,
        prior,
        tooShort: dropped !== null,
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
  /** How many sources were read. */
  readonly sources: number;
}

/** What a reading of a source proposes: confidence computed, citation checked, routed. */
const propose = (
  { dependencies, now }: Pick<UseCaseContext, 'dependencies' | 'now'>,
  source: ExtractionSource,
  { type, rule, content, span, quote, speaker, prior, tooShort }: Reading,
  model: ModelReadings,
): ReadProposal => {
  const {
    extraction: numbers,
    confidenceReviewThreshold: threshold,
    routing: ruleSet,
  } = dependencies.settings;
  const explanation = explainConfidence({ ...source, prior, now }, numbers);
  const cited = span !== null && hasExactCitation(source.text, span.start, span.end, quote);
  const flags = cited ? [] : [invalidCitation];
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
    span: cited
      ? { start: source.offset + span.start, end: source.offset + span.end, text: quote, speaker }
      : null,
    payload: {
      statements: [
        cited
          ? { ...type, content, start: span.start, end: span.end }
          : { ...type, content, start: 0, end: 0, quote },
      ],
    },
    flags,
    routing,
    tooShort,
    rejectedByRouting: routing.status === 'REJECTED',
  });
};

/** Reads what the sources state. Touches no store, and pauses. */
export const readProposals = async (
  useCase: Pick<UseCaseContext, 'dependencies' | 'now'>,
  sources: readonly ExtractionSource[],
  model: ModelReadings,
): Promise<ReadSources> => {
  const { dependencies } = useCase;
  const pause = createPause();
  const proposals: ReadProposal[] = [];
  let ignored = 0;
  for (const source of sources) {
    const byRules = await readByRules(source, dependencies, pause);
    const byModel =
      model.model === null ? { readings: [], ignored: 0 } : readByModel(source, byRules, model, dependencies);
    ignored += byModel.ignored;
    for (const reading of [...byRules, ...byModel.readings]) {
      proposals.push(propose(useCase, source, reading, model));
      await pause();
    }
  }
  return {
    proposals,
    sources: sources.length,
    errors: [
      ...model.errors,
      ...(ignored > 0
        ? [`The model named ${ignored} things that state nothing of a known type; they were ignored.`]
        : []),
    ],
  };
};
