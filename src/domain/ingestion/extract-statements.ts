import { atOnce, type Sliced } from '#domain/slices.ts';
import { chunkingMarkdown } from './chunk-markdown.ts';
import { readTranscript } from './conversations/read-transcript.ts';
import type { Transcript } from './conversations/transcript.ts';
import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';
import { type ReadableText, sourceSpan } from './formats/readable-text.ts';
import { leftOverOf } from './left-over.ts';
import { findFrontMatterEnd } from './outline-markdown.ts';
import type { TextSpan } from './passage.ts';
import { type Block, readBlocks } from './read-blocks.ts';
import {
  nothingRead,
  type ReadStatements,
  readingStatements,
  type StatementOfPart,
} from './read-statements.ts';
import { type DocumentFacts, type DocumentKind, readDocumentFacts } from './records/document-facts.ts';
import type { Reading } from './rules/extraction-rule.ts';
import { isExplanatory, readSectionOf, type SectionReading } from './sections/section-families.ts';
import { holdsCue } from './statement-cues.ts';
import { isProgram, isSpokenByProgram, type SpokenPart, spokenParts } from './turns.ts';
import { type UnreadReason, unreadReason } from './unread-reasons.ts';

export type ExtractedStatement = StatementOfPart & {
  /** Speaker of the span, where the text is a transcript; null when nobody is named. */
  readonly speaker: string | null;
};

/** A text to read statements from. An interaction is given whole, with an empty heading path. */
export interface StatementText {
  readonly text: string;
  readonly headingPath: readonly string[];
  /** The text as markdown, which is what is read; absent or null: it is markdown itself. */
  readonly readable?: ReadableText | null;
  /** Its language (ISO 639-1) where that is not English; absent or null: English. */
  readonly language?: string | null;
  /** True for a piece of code that does not show it. */
  readonly literal?: boolean;
  /** `YYYY-MM-DD`: the day of an interaction, for what its text does not date itself. */
  readonly saidOn?: string | null;
  /** Facts of the whole document; absent: read from the text alone. */
  readonly document?: DocumentFacts;
}

/** A part of a text that is read at one go. */
export interface Section {
  /** The text as it is read. */
  readonly text: string;
  readonly headingPath: readonly string[];
  /** Offset in the text as it is read, in UTF-16 code units. */
  readonly start: number;
}

/** The span of a text that a span of what is read stands for. */
export const spanOfText = (
  { readable }: Pick<StatementText, 'readable'>,
  { start, end }: TextSpan,
): TextSpan => (readable ? sourceSpan(readable, { start, end }) : { start, end });

/** Result of one section of a text. */
export interface SectionResult {
  /** Offsets into the text, in UTF-16 code units. */
  readonly section: TextSpan;
  readonly statements: readonly ExtractedStatement[];
  /** Plain sentences that were read and score too low to be proposed. */
  readonly belowThreshold: readonly ExtractedStatement[];
  /** Why it gave none; null when it gave some, or holds no text. */
  readonly unread: UnreadReason | null;
  /** Its parts from which nothing was taken, where it gave a statement; none elsewhere. */
  readonly leftOver: readonly UnreadPart[];
}

/** A part of a section that gave nothing. Offsets into the text, in UTF-16 code units. */
interface UnreadPart extends TextSpan {
  readonly reason: UnreadReason;
}

/** Splits a text into sections for reading: a chunk is one; other text is chunked first. Literal code is left out. */
function* cuttingSections(
  { text: written, headingPath, literal = false, readable }: StatementText,
  numbers: ExtractionNumbers,
): Sliced<readonly Section[]> {
  if (literal || (readable?.unread ?? null) !== null) return [];
  const text = readable?.text ?? written;
  if (headingPath.length > 0 && text.length <= numbers.chunkLength) return [{ text, headingPath, start: 0 }];
  const { chunks } = yield* chunkingMarkdown(text, numbers);
  return chunks
    .filter((chunk) => !chunk.literal)
    .map((chunk) => ({
      text: chunk.text,
      headingPath: headingPath.length > 0 ? headingPath : chunk.headingPath,
      start: chunk.startOffset,
    }));
}

/** Reads a document's facts from its own text. */
const factsOf = (given: StatementText, sections: readonly Section[]): DocumentFacts =>
  given.document ?? readDocumentFacts(null, sections[0]?.headingPath[0] ?? null, sections);

/** Kinds whose lines may name speakers; null is a text that is no document. */
const spokenKinds: ReadonlySet<DocumentKind | null> = new Set([null, 'other', 'minutes']);

/**
 * Reads minutes and texts of no known kind as transcripts where their lines say so. In records, `R-1: …` and
 * `Testing: …` are no speakers; programs, and the formats of programs, are known everywhere.
 */
const transcriptOf = (
  { text: written, readable }: StatementText,
  { kind }: DocumentFacts,
): ReturnType<typeof readTranscript> => {
  const text = readable?.text ?? written;
  if (readable && readable.turns.length > 0) return { turns: readable.turns, text, isImported: true };
  const { turns, text: read, isImported } = readTranscript(text);
  return isImported || spokenKinds.has(kind) || turns.some(({ speaker }) => isProgram(speaker))
    ? { turns, text: read, isImported }
    : { turns: [], text, isImported };
};

const bareLine = (line: string): string => line.replace(/^[\s#*_>]+|[\s*_]+$/g, '');

/** Distinguishes headings that name a matter from those that only open a turn, as `## Human` does. */
const namesMatter = ({ turns, text }: Transcript): ((heading: string) => boolean) => {
  const labels = new Set(turns.map(({ labelStart, start }) => bareLine(text.slice(labelStart, start))));
  return (heading) => !labels.has(bareLine(heading));
};

/** A text as rules and models read it. */
export interface ReadText {
  readonly document: DocumentFacts;
  readonly transcript: Transcript;
  readonly sections: readonly Section[];
  /** False for a heading that labels a turn. */
  readonly isMatter: (heading: string) => boolean;
}

function* readingText(given: StatementText, numbers: ExtractionNumbers): Sliced<ReadText> {
  const written = yield* cuttingSections(given, numbers);
  const facts = factsOf(given, written);
  yield;
  const transcript = transcriptOf(given, facts);
  yield;
  const isMatter = namesMatter(transcript);
  // The first line of a format of programs is theirs.
  const isTitled = !transcript.isImported || written.some(({ headingPath }) => headingPath.length > 0);
  const document = isTitled && isMatter(facts.title ?? '') ? facts : { ...facts, title: null };
  const sections =
    transcript.text === (given.readable?.text ?? given.text)
      ? written
      : yield* cuttingSections({ ...given, text: transcript.text, readable: null }, numbers);
  return { document, transcript, sections, isMatter };
}

/** The sections of a text, without what a program put between a person's words; none of what is not read at all. */
export const readText = (given: StatementText, numbers: ExtractionNumbers = extractionDefaults): ReadText =>
  atOnce(readingText(given, numbers));

const leftOverReason = (
  section: SectionReading,
  language: string | null,
  spokenByAssistant: boolean,
): UnreadReason => {
  if (spokenByAssistant) return 'SPOKEN_BY_ASSISTANT';
  if (isExplanatory(section)) return 'EXPLANATORY_SECTION';
  return language === null ? 'NO_STATEMENT' : 'LANGUAGE';
};

/**
 * Yields the statements of a text section by section; undefined when there is nothing yet, so that a caller can pause
 * within a long text.
 */
export function* statementsBySection(
  given: StatementText,
  numbers: ExtractionNumbers = extractionDefaults,
): Generator<SectionResult | undefined, void> {
  const unread = given.literal === true ? 'CODE' : (given.readable?.unread ?? null);
  if (unread !== null) {
    yield {
      section: { start: 0, end: given.text.length },
      statements: [],
      belowThreshold: [],
      unread,
      leftOver: [],
    };
    return;
  }
  const { document, transcript, sections, isMatter } = yield* readingText(given, numbers);
  for (const section of sections) {
    const headingPath = section.headingPath.filter(isMatter);
    const purpose = readSectionOf(headingPath, document.kind);
    const statements: ExtractedStatement[] = [];
    const belowThreshold: ExtractedStatement[] = [];
    const reasons: UnreadReason[] = [];
    const leftOver: UnreadPart[] = [];
    for (const part of spokenParts(transcript.turns, section.start, section.start + section.text.length)) {
      const { start: from, end, speaker, turn } = part;
      const day = turn?.day ?? given.saidOn ?? null;
      const inSource = ({ start, end: stop }: TextSpan): TextSpan =>
        spanOfText(given, { start: start + from, end: stop + from });
      const inText = (statement: StatementOfPart): ExtractedStatement => ({
        ...statement,
        ...inSource(statement),
        spans: statement.spans.map(inSource),
        context: { ...statement.context, recordDate: statement.context.recordDate ?? day },
        speaker,
      });
      const text = transcript.text.slice(from, end);
      const language = given.language ?? null;
      const read = yield* readingPart(text, headingPath, purpose, { document, language }, part, numbers);
      for (const statement of read.statements) statements.push(inText(statement));
      for (const statement of read.belowThreshold) belowThreshold.push(inText(statement));
      if (read.unread !== null) reasons.push(read.unread);
      const spans = [...read.statements, ...read.belowThreshold].flatMap((statement) => statement.spans);
      for (const { isCode, ...span } of leftOverOf(text, spans))
        leftOver.push({
          ...inSource(span),
          reason: isCode ? 'CODE' : leftOverReason(purpose, language, isSpokenByProgram(part)),
        });
    }
    yield {
      section: spanOfText(given, { start: section.start, end: section.start + section.text.length }),
      statements,
      belowThreshold,
      unread:
        statements.length > 0
          ? null
          : (reasons.find((reason) => reason !== 'SPOKEN_BY_ASSISTANT') ?? reasons[0] ?? null),
      leftOver: statements.length > 0 ? leftOver : [],
    };
  }
}

/**
 * The statements of one chunk or interaction, in the order of the text (Promotion rules, "Confidence and ranking of
 * candidates"). Spans do not overlap: the higher prior wins, then the earlier start. Each turn of a transcript is read
 * by itself. Deterministic; takes any string and never throws.
 */
export const extractStatements = (
  given: StatementText,
  numbers: ExtractionNumbers = extractionDefaults,
): readonly ExtractedStatement[] =>
  [...statementsBySection(given, numbers)].flatMap((read) => read?.statements ?? []);

function* readingPart(
  text: string,
  headingPath: readonly string[],
  section: SectionReading,
  { document, language }: Pick<Reading, 'document' | 'language'>,
  part: SpokenPart,
  numbers: ExtractionNumbers,
): Sliced<ReadStatements & { readonly unread: UnreadReason | null }> {
  const { speaker } = part;
  const spokenByAssistant = isSpokenByProgram(part);
  const blocks: readonly Block[] | null =
    spokenByAssistant ||
    (speaker === null && language === null && !holdsCue(text, headingPath, section.family, document))
      ? null
      : readBlocks(text, document.tableHeads.get(text));
  const { statements, belowThreshold } =
    blocks === null
      ? nothingRead
      : yield* readingStatements({ blocks, headingPath, section, document, speaker, language }, numbers);
  return {
    statements,
    belowThreshold,
    unread:
      statements.length > 0
        ? null
        : unreadReason({
            text,
            isFrontMatter: findFrontMatterEnd(text) !== null,
            section,
            blocks,
            spokenByAssistant,
            language,
            belowThreshold: belowThreshold.length > 0,
          }),
  };
}
