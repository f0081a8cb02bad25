import { chunkMarkdown } from './chunk-markdown.ts';
import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';
import { readBlocks } from './read-blocks.ts';
import type { ExtractionRuleId, Finding, StatementType } from './rules/extraction-rule.ts';
import { extractionRules } from './rules/index.ts';
import { segmentTurns, spokenParts } from './turns.ts';
import { kindOfSection, typeWords } from './type-words.ts';

type StatementOfPart = StatementType & {
  readonly rule: ExtractionRuleId;
  /** The statement in plain words, whitespace folded, without the marker that typed it. */
  readonly content: string;
  /** UTF-16 code units into the chunk's text; the slice is what the content was read from, markup included. */
  readonly start: number;
  readonly end: number;
  readonly prior: number;
  /** Not null when the statement must be reported as dropped: a memory of fewer than `statementMinimum` (12) characters. A named entity is never too short. */
  readonly dropped: 'TOO_SHORT' | null;
};

export type ExtractedStatement = StatementOfPart & {
  /** Whose words the span is, where the text is a transcript; null where nobody is named. */
  readonly speaker: string | null;
};

/** A text to read statements from. An interaction is given whole, with an empty heading path. */
export interface StatementText {
  readonly text: string;
  readonly headingPath: readonly string[];
  /** True for a piece of code that does not show it. */
  readonly literal?: boolean;
}

/** A part of a text that is read at one go. Offsets are UTF-16 code units into the text. */
export interface Section {
  readonly text: string;
  readonly headingPath: readonly string[];
  readonly start: number;
}

/** What is read of a text, section by section: a chunk is one; anything else is cut into chunks first. Code that does not show it is left out. */
export const sectionsOf = (
  { text, headingPath, literal = false }: StatementText,
  numbers: ExtractionNumbers = extractionDefaults,
): readonly Section[] => {
  if (literal) return [];
  if (headingPath.length > 0 && text.length <= numbers.chunkLength) return [{ text, headingPath, start: 0 }];
  return chunkMarkdown(text, numbers)
    .chunks.filter((chunk) => !chunk.literal)
    .map((chunk) => ({
      text: chunk.text,
      headingPath: headingPath.length > 0 ? headingPath : chunk.headingPath,
      start: chunk.startOffset,
    }));
};

/** The statements of a text, one section's after the other's; who reads a long text can rest in between. */
export function* statementsBySection(
  given: StatementText,
  numbers: ExtractionNumbers = extractionDefaults,
): Generator<readonly ExtractedStatement[], void> {
  const turns = segmentTurns(given.text);
  for (const section of sectionsOf(given, numbers))
    yield spokenParts(turns, section.start, section.start + section.text.length).flatMap(
      ({ start, end, speaker }) =>
        extractFromPart(given.text.slice(start, end), section.headingPath, numbers).map((statement) => ({
          ...statement,
          start: statement.start + start,
          end: statement.end + start,
          speaker,
        })),
    );
}

/**
 * The statements of one chunk or interaction, in the order of the text (Promotion rules, "Confidence and ranking of
 * candidates"). Spans do not overlap: the higher prior wins, then the earlier start. Each turn of a transcript is read
 * by itself. Deterministic; takes any string and never throws.
 */
export const extractStatements = (
  given: StatementText,
  numbers: ExtractionNumbers = extractionDefaults,
): readonly ExtractedStatement[] => [...statementsBySection(given, numbers)].flat();

/** What no statement does without: a section of a kind, a word that names a type, an equals sign, or a first person. A text without it is not parsed. */
const holdsCue = (text: string, headingPath: readonly string[]): boolean => {
  const headingAlone = text.startsWith('#') && !/[\r\n]/.test(text);
  return (
    (!headingAlone && kindOfSection(headingPath) !== null) ||
    /[=≈] ?[~≤≥<>]? ?[-+−]?\d/.test(text) ||
    cue.test(text)
  );
};
const cue = new RegExp(`(?:^|[^a-z])(?:i|we|my|our|${typeWords})(?![a-z])`, 'i');

const extractFromPart = (
  text: string,
  headingPath: readonly string[],
  numbers: ExtractionNumbers,
): readonly StatementOfPart[] => {
  if (!holdsCue(text, headingPath)) return [];
  const reading = { headingPath, blocks: readBlocks(text) };
  const found = extractionRules
    .flatMap(({ id, find }) =>
      find(reading).map((finding) => ({ finding, rule: id, prior: numbers.priors[id] })),
    )
    .sort((one, other) => other.prior - one.prior || one.finding.start - other.finding.start);
  const kept: typeof found = [];
  for (const candidate of found) {
    const { start, end } = candidate.finding;
    if (kept.every(({ finding }) => finding.end <= start || end <= finding.start)) kept.push(candidate);
  }
  return kept
    .sort((one, other) => one.finding.start - other.finding.start)
    .map(({ finding, rule, prior }) => ({
      rule,
      ...withinMaximum(finding, numbers.statementMaximum),
      prior,
      dropped: 'kind' in finding && finding.content.length < numbers.statementMinimum ? 'TOO_SHORT' : null,
    }));
};

/** A section is far shorter than the longest statement: this only bites where the numbers say otherwise. */
const withinMaximum = (finding: Finding, maximum: number): Finding =>
  finding.content.length <= maximum
    ? finding
    : {
        ...finding,
        content: finding.content.slice(0, maximum).toWellFormed(),
        end: Math.min(finding.end, finding.start + maximum),
      };
