import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import { confidenceThresholdPolicy } from './policies/confidence-threshold.ts';
import { referenceCountPolicy } from './policies/reference-count.ts';
import { selfStatedPolicy } from './policies/self-stated.ts';
import type { ItemStatus } from './states.ts';

/** Facts that the policies consider. */
export interface EligibilityFacts {
  readonly status: ItemStatus;
  readonly type: MemoryKind | EntityType;
  readonly rule: string | null;
  /** The one it was written with, which no evidence has moved; [0, 1]. */
  readonly confidence: number;
  /** When it was last met in each of the interactions that it was met in, and whether a person said it there. */
  readonly interactions: readonly {
    readonly interactionId: string;
    readonly at: Date;
    readonly byPerson: boolean;
  }[];
  /** A reviewer edited, deferred, labelled or decided it since it was written. */
  readonly openedByReviewer: boolean;
  readonly fromInteraction: boolean;
  /** Its words. */
  readonly content: string;
  /** Speaker as a transcript names them; null where nobody is named, as in a note. */
  readonly speaker: string | null;
  readonly now: Date;
}

/** The numbers of the policies (Promotion rules, "Auto-promotion policies"). */
export type AutoPromotionNumbers = {
  /** Interactions in which a person said it. */
  readonly references: number;
  /** Within so many days. */
  readonly referenceDays: number;
  /** Confidence given by a heading rule, [0, 1]. */
  readonly confidence: number;
};

export const autoPromotionDefaults: AutoPromotionNumbers = Object.freeze({
  references: 5,
  referenceDays: 7,
  confidence: 0.85,
});

export interface Eligibility {
  readonly policy: 'REFERENCE_COUNT' | 'CONFIDENCE_THRESHOLD' | 'SELF_STATED';
  readonly eligible: boolean;
  /** Why, or why not, with the values it was decided on. */
  readonly reason: string;
}

export type AutoPromotionPolicy = (facts: EligibilityFacts, numbers: AutoPromotionNumbers) => Eligibility;

const autoPromotionPolicies: readonly AutoPromotionPolicy[] = Object.freeze([
  referenceCountPolicy,
  confidenceThresholdPolicy,
  selfStatedPolicy,
]);

/** Explains each policy's verdict on a candidate. None of them ever promotes: a person does. */
export const explainEligibility = (
  facts: EligibilityFacts,
  numbers: AutoPromotionNumbers = autoPromotionDefaults,
): readonly Eligibility[] => autoPromotionPolicies.map((policy) => policy(facts, numbers));
