import type { DetectionType } from './detection-types.ts';

/** Every number of the confidence in what people vouched for. Confidences and deltas are of [0, 1]. */
export type ConfidenceNumbers = {
  /** What one verification event is believed, by how it was detected. */
  readonly evidenceBases: Readonly<Record<DetectionType, number>>;
  /** What an admin's mandate is believed. */
  readonly mandateBase: number;
  /** What a statement written by hand is believed before anybody vouches for it. */
  readonly handAuthoredBase: number;
  /** What each distinct verifier after the first adds. */
  readonly furtherVerifier: number;
  /** The age, in days, at which half is left. */
  readonly halfLifeDays: number;
  /** What age never takes from a mandated memory. */
  readonly mandateFloor: number;
  /** What age never takes from a memory that a person verified. */
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
