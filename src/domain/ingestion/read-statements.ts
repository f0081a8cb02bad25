import type { Sliced } from '#domain/slices.ts';
import type { ExtractionNumbers } from './extraction-numbers.ts';
import { typedInLanguage } from './language.ts';
import type { TextSpan } from './passage.ts';
import { withoutReferenceMarks } from './reference-marks.ts';
import { explainReviewScore, type ReviewScore } from './review-score.ts';
import type {
  ExtractionRule,
  ExtractionRuleId,
  Finding,
  Reading,
  StatementType,
} from './rules/extraction-rule.ts';
import { headingTypedRule } from './rules/heading-typed.ts';
import { extractionRules } from './rules/index.ts';
import { sentenceDeclaredRule } from './rules/sentence-declared.ts';
import { readUnits } from './sections/units.ts';
import { contextOf, type StatementContext } from './statement-context.ts';

export type StatementOfPart = StatementType & {
  readonly rule: ExtractionRuleId;
  /**
   * The statement in plain words, whitespace folded, without the marker that typed it. Of a composed one: the words of
   * its spans, joined by a space, `: ` or `; `.
   */
  readonly content: string;
  /** UTF-16 code units into the chunk's text; the slice is what the content was read from, markup included. */
  readonly start: number;
  readonly end: number;
  /** Every part of the text that the content was read from, in the order of the text; [start, end) is one of them. */
  readonly spans: readonly TextSpan[];
  readonly context: StatementContext;
  readonly prior: number;
  readonly review: ReviewScore;
  /** True for one that only the heading of its section types, and that is not the first of it. */
  readonly isFurther: boolean;
  /**
   * Not null when the statement must be reported as dropped: a memory of fewer than `statementMinimum` (12)
   * characters. A named entity is never too short.
   */
  readonly dropped: 'TOO_SHORT' | null;
};

export interface ReadStatements {
  readonly statements: readonly StatementOfPart[];
  /** Statements whose review score is too low. */
  readonly belowThreshold: readonly StatementOfPart[];
}
export const nothingRead: ReadStatements = { statements: [], belowThreshold: [] };

interface Candidate {
  readonly finding: Finding;
  readonly rule: ExtractionRuleId;
  readonly prior: number;
}

/** Rules that read marks and no grammar. */
const marksOnly: ReadonlySet<ExtractionRuleId> = new Set([
  'list.typed',
  'value.unit',
  'requirement.numbered',
]);

/** All rules but the one that reads every plain sentence that they leave: the review score says which of those are proposed. */
const certainRules = extractionRules.filter((rule) => rule !== sentenceDeclaredRule);

/** Statements that the rules read from the blocks of one speaker's words in one section. */
export function* readingStatements(
  given: Omit<Reading, 'units'>,
  numbers: ExtractionNumbers,
): Sliced<ReadStatements> {
  const { headingPath, blocks, section, document, speaker, language } = given;
  const units = readUnits(blocks, section);
  const reading = { ...given, units };
  const kept: Candidate[] = [];
  const isFree = (start: number, end: number) =>
    kept.every(({ finding }) => finding.end <= start || end <= finding.start);
  const keepFree = (found: readonly Candidate[]) => {
    for (const candidate of found)
      if (isFree(candidate.finding.start, candidate.finding.end)) kept.push(candidate);
  };
  const findBy = ({ id, find }: ExtractionRule, among: Reading): readonly Candidate[] =>
    find(among).map((finding) => ({ finding, rule: id, prior: numbers.priors[id] }));
  const certain: Candidate[] = [];
  for (const rule of certainRules) {
    if (language !== null && !marksOnly.has(rule.id)) continue;
    certain.push(...findBy(rule, reading));
    yield;
  }
  if (language !== null)
    certain.push(
      ...typedInLanguage(language, headingPath, blocks).map((finding) => ({
        finding,
        rule: headingTypedRule.id,
        prior: numbers.priors[headingTypedRule.id],
      })),
    );
  keepFree(certain.sort((one, other) => other.prior - one.prior || one.finding.start - other.finding.start));
  const free = units.filter(({ passage, first, last }) =>
    isFree(passage.from[first] ?? passage.start, passage.to[last - 1] ?? passage.end),
  );
  if (language === null) keepFree(findBy(sentenceDeclaredRule, { ...reading, units: free }));
  if (kept.length === 0) return nothingRead;
  const ofSection = contextOf(headingPath, document);
  const leastScore = document.kind === null ? 1 : numbers.leastReviewScores[document.kind];
  const isBelow = ({ rule, review }: StatementOfPart) =>
    rule === sentenceDeclaredRule.id && review.score < leastScore;
  const read = kept
    .sort((one, other) => one.finding.start - other.finding.start)
    .map(({ finding, rule, prior }): StatementOfPart => {
      const {
        others = [],
        leadIn = null,
        isFurther = false,
        record,
        ...stated
      } = withinMaximum(finding, numbers.statementMaximum);
      const context: StatementContext = {
        ...ofSection,
        leadIn,
        recordStatus: record?.status ?? ofSection.recordStatus,
        recordDate: record?.date ?? ofSection.recordDate,
      };
      const review = explainReviewScore(
        {
          rule,
          content: stated.content,
          context,
          document: speaker === null ? document.kind : 'conversation',
          family: section.family,
          spans: others.length + 1,
        },
        numbers.reviewWeights,
      );
      return {
        ...stated,
        content: withoutReferenceMarks(stated.content),
        rule,
        review,
        isFurther,
        spans: [...others, { start: stated.start, end: stated.end }].sort(
          (one, other) => one.start - other.start,
        ),
        context,
        prior,
        dropped: 'kind' in stated && stated.content.length < numbers.statementMinimum ? 'TOO_SHORT' : null,
      };
    });
  return {
    statements: read.filter((statement) => !isBelow(statement)),
    belowThreshold: read.filter((statement) => isBelow(statement)),
  };
}

/** A section is far shorter than the longest statement: this only bites where the numbers say otherwise. */
const withinMaximum = (finding: Finding, maximum: number): Finding =>
  finding.content.length <= maximum
    ? finding
    : {
        ...finding,
        content: finding.content.slice(0, maximum).toWellFormed(),
        end: Math.min(finding.end, finding.start + maximum),
      };
