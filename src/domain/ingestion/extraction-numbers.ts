import type { DocumentKind } from './records/document-facts.ts';
import type { ReviewWeights } from './review-score.ts';
import { fittedWeights } from './review-weights.ts';
import type { ExtractionRuleId } from './rules/extraction-rule.ts';

/** Every number of the extraction. Lengths are UTF-16 code units; priors and multipliers are plain factors. */
export type ExtractionNumbers = {
  /** How far a rule's shape alone is believed; `llm.statement` is the prior of whatever a model states. */
  readonly priors: Readonly<Record<ExtractionRuleId | 'llm.statement', number>>;
  /** Weights of the review score. */
  readonly reviewWeights: ReviewWeights;
  /** By kind of document, from which review score on `sentence.declared` proposes a plain sentence: lower finds more, higher errs less. */
  readonly leastReviewScores: Readonly<Record<DocumentKind, number>>;
  readonly highSignalMultiplier: number;
  readonly lowSignalMultiplier: number;
  readonly freshnessBonus: number;
  readonly freshnessDays: number;
  /** A longer section is split. */
  readonly chunkLength: number;
  /** A heading is cut to this length in a heading path, so that a path never outgrows its chunk. */
  readonly headingLength: number;
  /** A shorter statement is reported as TOO_SHORT. */
  readonly statementMinimum: number;
  /** A longer statement is cut at the last space before it. */
  readonly statementMaximum: number;
  /** The most candidates that one pass writes. */
  readonly candidateLimit: number;
  /** Minutes after its last call in which a wave that is not read is read by the gateway itself; 0: never. */
  readonly resumeAfterMinutes: number;
};

/** The starting values (Promotion rules, "Confidence and ranking of candidates" and "Triggers"). */
export const extractionDefaults: ExtractionNumbers = Object.freeze({
  priors: Object.freeze({
    'heading.typed': 0.7,
    'list.typed': 0.65,
    'value.unit': 0.6,
    'sentence.first_person': 0.5,
    'requirement.numbered': 0.6,
    'resolution.marked': 0.6,
    'action.owned': 0.6,
    'section.stated': 0.55,
    'table.stated': 0.55,
    'sentence.normative': 0.55,
    'person.fact': 0.45,
    'sentence.declared': 0.4,
    'llm.statement': 0.5,
  }),
  reviewWeights: fittedWeights,
  leastReviewScores: Object.freeze({
    decision: 0.6,
    proposal: 0.7,
    requirements: 0.8,
    rules: 0.75,
    minutes: 0.65,
    incident: 0.7,
    other: 0.75,
  }),
  highSignalMultiplier: 1.1,
  lowSignalMultiplier: 0.9,
  freshnessBonus: 1.05,
  freshnessDays: 30,
  chunkLength: 4_000,
  headingLength: 200,
  statementMinimum: 12,
  statementMaximum: 32_768,
  candidateLimit: 50,
  resumeAfterMinutes: 60,
});
