import { chunkMarkdown } from '#domain/extraction/chunk-markdown.ts';
import { type ExtractionNumbers, extractionDefaults } from '#domain/extraction/extraction-numbers.ts';
import { readBlocks } from '#domain/extraction/read-blocks.ts';
import type { ExtractionRuleId, Finding, StatementType } from '#domain/extraction/rules/extraction-rule.ts';
import { extractionRules } from '#domain/extraction/rules/index.ts';
import { kindOfSection, typeWords } from '#domain/extraction/type-words.ts';

export type ExtractedStatement = StatementType & {
  readonly rule: ExtractionRuleId;
  /** The statement in plain words, whitespace folded, without the marker that typed it. */
  readonly content: string;
  /** UTF-16 code units into the chunk's text; the slice is what the content was read from, markup included. */
  readonly start: number;
  readonly end: number;
  readonly prior: number;
  /** Not null when the statement must be reported as dropped: a memory of fewer than `statementMinimum` (12) letters. A named entity is never too short. */
  readonly dropped: 'TOO_SHORT' | null;
};

/**
 * The statements of one chunk, in the order of the text (Promotion rules, "Confidence and ranking of candidates").
 * Spans do not overlap: the higher prior wins, then the earlier start. Give an interaction whole, with an empty
 * heading path: it is cut into sections first. Deterministic; takes any string and never throws.
 */
export const extractStatements = (
  chunk: { readonly text: string; readonly headingPath: readonly string[] },
  numbers: ExtractionNumbers = extractionDefaults,
): readonly ExtractedStatement[] => {
  const isSection = chunk.headingPath.length > 0 && chunk.text.length <= numbers.chunkLength;
  if (isSection) return extractFromSection(chunk.text, chunk.headingPath, numbers);
  return chunkMarkdown(chunk.text, numbers).chunks.flatMap((section) =>
    extractFromSection(
      section.text,
      chunk.headingPath.length > 0 ? chunk.headingPath : section.headingPath,
      numbers,
    ).map((statement) => ({
      ...statement,
      start: statement.start + section.startOffset,
      end: statement.end + section.startOffset,
    })),
  );
};

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

const extractFromSection = (
  text: string,
  headingPath: readonly string[],
  numbers: ExtractionNumbers,
): readonly ExtractedStatement[] => {
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
