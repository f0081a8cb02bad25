import { type BundleNumbers, bundleDefaults } from './bundle/bundle.ts';
import type { BundleStale } from './bundle/warnings.ts';
import { type ContradictionNumbers, contradictionDefaults } from './contradictions/contradiction-numbers.ts';
import { type ConfidenceNumbers, confidenceDefaults } from './evidence/confidence-numbers.ts';
import { type CallNumbers, callDefaults } from './ingestion/call-numbers.ts';
import { type ExtractionNumbers, extractionDefaults } from './ingestion/extraction-numbers.ts';
import { type ModelNumbers, modelDefaults } from './language-model/model-numbers.ts';
import { type RetrievalNumbers, retrievalDefaults } from './retrieval/meaning.ts';
import { type ReviewNumbers, reviewDefaults } from './review/review-numbers.ts';
import type { SourceOwnerRule } from './sources/source-owners.ts';

/** The numbers of the rules that an installation, or a tenant of it, may choose. */
export interface RuleNumbers {
  readonly calls: CallNumbers;
  readonly extraction: ExtractionNumbers;
  readonly review: ReviewNumbers;
  readonly confidence: ConfidenceNumbers;
  readonly bundle: BundleNumbers;
  readonly contradictions: ContradictionNumbers;
  readonly model: ModelNumbers;
  readonly retrieval: RetrievalNumbers;
}

/** Settings of a tenant; absent ones are those of the installation. */
export interface TenantSettings extends Partial<RuleNumbers> {
  readonly bundleStale?: BundleStale;
  readonly sourceOwnerRules?: readonly SourceOwnerRule[];
}

export const defaultRuleNumbers: RuleNumbers = Object.freeze({
  calls: callDefaults,
  extraction: extractionDefaults,
  review: reviewDefaults,
  confidence: confidenceDefaults,
  bundle: bundleDefaults,
  contradictions: contradictionDefaults,
  model: modelDefaults,
  retrieval: retrievalDefaults,
});
