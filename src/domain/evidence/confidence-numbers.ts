import type { DetectionType } from './detection-types.ts';

/** Every number of the confidence in what people vouched for. Confidences and deltas are of [0, 1]. */
export type ConfidenceNumbers = {
  /** Confidence of one verification event, by detection type. */
  readonly evidenceBases: Readonly<Record<DetectionType, number>>;
  /** Confidence under an admin's mandate. */
  readonly mandateBase: number;
  /** Confidence of a hand-written statement before anybody vouches for it. */
  readonly handAuthoredBase: number;
  /** Added for each distinct verifier after the first. */
  readonly furtherVerifier: number;
  /** The age, in days, at which half is left. */
  readonly halfLifeDays: number;
  /** Floor that age never lowers a mandated memory below. */
  readonly mandateFloor: number;
  /** Floor that age never lowers a verified memory below. */
  readonly evidenceFloor: number;
};

/** The starting values (docs/rules.md §6): twelve months of 30.44 days. */
export const confidenceDefaults: ConfidenceNumbers = Object.freeze({
  evidenceBases: Object.freeze({ CORRECTION: 0.9, CONFIRMATION: 0.6, UNPROMPTED_DEFINITION: 0.9 }),
  mandateBase: 1,
  handAuthoredBase: 0.5,
  furtherVerifier: 0.05,
  halfLifeDays: 12 * 30.44,
  mandateFloor: 0.5,
  evidenceFloor: 0.4,
});
