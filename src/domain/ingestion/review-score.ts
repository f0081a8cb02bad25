import { isStanding } from './records/record-status.ts';
import type { ExtractionRuleId } from './rules/extraction-rule.ts';
import { isAnaphoric, isClause, isHedged, isImperative, isPast, wordCount } from './sections/clause.ts';
import { demandOf } from './sections/normative.ts';
import { readSection } from './sections/section-families.ts';
import type { StatementContext } from './statement-context.ts';

/** What a review score is made of, beside the rule. Each is there or not. */
export const reviewTerms = [
  'DEMANDS',
  'ORDERS',
  'PAST',
  'LABELLED',
  'UNTITLED',
  'OWN_HEADING',
  'COMPOSED',
  'FIGURES',
  'COMPLETE',
  'FRAGMENT',
  'SHORT',
  'LONG',
  'LEANING',
  'HEDGED',
  'NOT_STANDING',
] as const;
export type ReviewTerm = (typeof reviewTerms)[number];

/** Weights of a logistic sum, in natural logarithms of odds. */
export interface ReviewWeights {
  /** What every statement begins with. */
  readonly base: number;
  readonly rules: Readonly<Record<ExtractionRuleId | 'llm.statement', number>>;
  readonly terms: Readonly<Record<ReviewTerm, number>>;
}

export interface ReviewFacts {
  readonly rule: string;
  readonly content: string;
  /** Null where nobody read it from a document. */
  readonly context: StatementContext | null;
  /** How many parts of the text its content was composed of. */
  readonly spans: number;
}

export interface ReviewScore {
  /** How likely it is that a reviewer keeps it as it stands, from 0 to 1. */
  readonly score: number;
  /** What was added up, in the order of the terms; the rule first, under its id. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
}

const fewWords = 6;
const manyWords = 40;

const holds: Readonly<Record<ReviewTerm, (facts: ReviewFacts) => boolean>> = {
  DEMANDS: ({ content }) => demandOf(content) !== null,
  ORDERS: ({ content }) => isImperative(content),
  PAST: ({ content }) => isPast(content),
  LABELLED: ({ content }) => /^.{1,30}[:—–] /u.test(content),
  UNTITLED: ({ context }) => context === null || context.headingPath.length === 0,
  OWN_HEADING: ({ context }) => context !== null && readSection(context.headingPath).own,
  COMPOSED: ({ spans }) => spans > 1,
  FIGURES: ({ content }) => /\d/.test(content),
  COMPLETE: ({ content }) => /^[^\p{Ll}].*[.!]["'”’)]*$/u.test(content),
  FRAGMENT: ({ content }) => !isClause(content),
  SHORT: ({ content }) => wordCount(content) < fewWords,
  LONG: ({ content }) => wordCount(content) > manyWords,
  LEANING: ({ content }) => isAnaphoric(content),
  HEDGED: ({ content }) => isHedged(content),
  NOT_STANDING: ({ context }) => context !== null && !isStanding(context.recordStatus),
};

/** How likely it is that a reviewer keeps a statement as it stands, explained term by term. It orders; it decides nothing. */
export const explainReviewScore = (facts: ReviewFacts, weights: ReviewWeights): ReviewScore => {
  const terms = [
    { term: facts.rule, weight: weights.rules[facts.rule as ExtractionRuleId] ?? 0 },
    ...reviewTerms
      .filter((term) => holds[term](facts))
      .map((term) => ({ term, weight: weights.terms[term] })),
  ];
  const sum = terms.reduce((total, { weight }) => total + weight, weights.base);
  return { score: 1 / (1 + Math.exp(-sum)), terms };
};
