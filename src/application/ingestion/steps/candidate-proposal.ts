import type { AppDependencies } from '#application/app-dependencies.ts';
import type { ConfidenceExplanation } from '#domain/ingestion/confidence.ts';
import type { ReviewScore } from '#domain/ingestion/review-score.ts';
import type { StatementType } from '#domain/ingestion/rules/extraction-rule.ts';
import type { ProposalFacts } from '#domain/ingestion/sort-proposals.ts';
import type { StatementContext } from '#domain/ingestion/statement-context.ts';
import type { CandidateOrigin } from '#domain/ingestion/types.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { fingerprintOf, type StatementTypeKey } from './fingerprints.ts';

/** The text that a statement came from. */
interface CandidateSpan {
  /** UTF-16 code units into the content of the source document or interaction. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Speaker, where the source is a transcript; null where nobody is named. */
  readonly speaker: string | null;
}

/** A statement that may become a candidate, with the extraction that it belongs to. */
export interface CandidateProposal {
  readonly extractionId: string;
  readonly origin: CandidateOrigin;
  /** Its kind, or its entity type and name. */
  readonly type: StatementType;
  readonly content: string;
  /** Final, [0, 1]. */
  readonly confidence: number;
  /** How likely it is that a reviewer keeps it as it stands, and why. */
  readonly review: ReviewScore;
  readonly reviewScore: number;
  /** Null when the confidence came with the extraction and was not computed. */
  readonly explanation: ConfidenceExplanation | null;
  /** Null when the extraction was submitted by a caller whose rule nobody knows. */
  readonly rule: string | null;
  readonly extractorVersion: string | null;
  /** Null when there is no source. */
  readonly span: CandidateSpan | null;
  /**
   * Every part of the source that its content was read from, in the order of the text, `span` among them; empty when
   * there is no source.
   */
  readonly spans: readonly CandidateSpan[];
  /** Context that it needs to stand alone; null when the extraction was submitted, or read by a model. */
  readonly context: StatementContext | null;
  /** Its wording, hashed; its type; its visibility; and what distinguishes it from other statements, as one string. */
  readonly fingerprint: string;
  readonly typeKey: StatementTypeKey;
  readonly visibilityKey: string;
  readonly identity: string;
}

/** A proposal that a pass sorts before it writes; the report names its rule. */
export interface PassProposal extends CandidateProposal, ProposalFacts {
  readonly rule: string;
}

export const typeKeyOf = (type: StatementType): StatementTypeKey =>
  'kind' in type ? `memory:${type.kind}` : `entity:${type.entityType}`;

/** Within one project and one visibility, what has the same normalized wording is the same statement, whatever its type. */
export const identityOf = (of: {
  readonly project: string;
  readonly fingerprint: string;
  readonly visibilityKey: string;
}): string => JSON.stringify([of.project, of.fingerprint, of.visibilityKey]);

/** Adds to a proposal what distinguishes it from others. */
export const proposeCandidate = <
  Of extends Omit<CandidateProposal, 'fingerprint' | 'typeKey' | 'visibilityKey' | 'identity'>,
>(
  { fingerprintKey }: Pick<AppDependencies, 'fingerprintKey'>,
  proposal: Of,
) => {
  const key = {
    fingerprint: fingerprintOf(fingerprintKey, proposal.content),
    typeKey: typeKeyOf(proposal.type),
    visibilityKey: visibilityKey(proposal.origin),
  };
  return {
    ...proposal,
    ...key,
    identity: identityOf({ project: proposal.origin.project, ...key }),
  };
};
