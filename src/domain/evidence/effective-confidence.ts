import { type ConfidenceNumbers, confidenceDefaults } from './confidence-numbers.ts';
import {
  type DetectionType,
  detectionTypes as everyDetectionType,
  isDetectionType,
} from './detection-types.ts';

/** Facts about a memory and its verifiers. */
export type MemoryConfidenceFacts = {
  /** True under an admin's mandate. */
  readonly mandatory: boolean;
  /** The confidence it was written with; [0, 1]. */
  readonly written: number;
  readonly createdAt: Date;
  /** Detection types of the evidence that raises belief; repeats change nothing, an unknown name counts as a confirmation. */
  readonly detectionTypes: readonly string[];
  /** Verification events, those included that raise nothing (`verifierKey`). */
  readonly evidenceCount: number;
  /** Distinct people whose events raise belief. */
  readonly verifierCount: number;
  /** The newest event that raises belief; null without one. */
  readonly newestEvidenceAt: Date | null;
};

/** Change of the base before age applies. */
export type ConfidenceModifier = { readonly name: 'further_verifiers' | 'ceiling'; readonly delta: number };

/** Source of a base: an admin's mandate, an event of this detection type, or the confidence at writing. */
export type BaseSource = 'MANDATE' | DetectionType | 'WRITTEN';

/** The effective confidence, part by part: value = max((base + deltas) × decay, floor). Nothing is rounded. */
export type EffectiveConfidence = {
  readonly value: number;
  readonly base: number;
  readonly baseSource: BaseSource;
  readonly modifiers: readonly ConfidenceModifier[];
  /** Share left by age; (0, 1]. */
  readonly decay: number;
  /** The newest evidence, else the creation. */
  readonly decaysSince: Date;
  /** Floor under age; never above base and deltas. */
  readonly floor: number;
  readonly evidenceCount: number;
  readonly asOf: Date;
};

const dayInMilliseconds = 86_400_000;

type BaseFacts = Pick<MemoryConfidenceFacts, 'mandatory' | 'detectionTypes' | 'written'>;

/**
 * The mandate's base, else the highest of what the memory was written with and its evidence, which never lowers
 * belief; of equal ones, as written.
 */
const highestBase = (
  { mandatory, detectionTypes, written }: BaseFacts,
  { mandateBase, evidenceBases }: ConfidenceNumbers,
): { readonly base: number; readonly baseSource: BaseSource } => {
  if (mandatory) return { base: mandateBase, baseSource: 'MANDATE' };
  const known = detectionTypes.map((type) => (isDetectionType(type) ? type : 'CONFIRMATION'));
  return everyDetectionType
    .filter((type) => known.includes(type))
    .reduce<{ base: number; baseSource: BaseSource }>(
      (best, type) =>
        evidenceBases[type] > best.base ? { base: evidenceBases[type], baseSource: type } : best,
      { base: written, baseSource: 'WRITTEN' },
    );
};

/** The base of a memory's confidence. */
export const baseConfidence = (facts: BaseFacts, numbers: ConfidenceNumbers = confidenceDefaults): number =>
  highestBase(facts, numbers).base;

/**
 * How far a memory is believed at an instant (docs/rules.md §6). Age counts from the newest evidence, else from
 * creation, and is never negative.
 */
export const effectiveConfidence = (
  facts: MemoryConfidenceFacts,
  now: Date,
  numbers: ConfidenceNumbers = confidenceDefaults,
): EffectiveConfidence => {
  const { base, baseSource } = highestBase(facts, numbers);
  const further = Math.max(0, facts.verifierCount - 1) * numbers.furtherVerifier;
  const sum = Math.min(1, base + further);
  const decaysSince = facts.newestEvidenceAt ?? facts.createdAt;
  const age = Math.max(0, now.getTime() - decaysSince.getTime()) / dayInMilliseconds;
  const decay = 0.5 ** (age / numbers.halfLifeDays);
  const floor = Math.min(
    sum,
    Math.max(facts.mandatory ? numbers.mandateFloor : 0, facts.verifierCount > 0 ? numbers.evidenceFloor : 0),
  );
  return {
    value: Math.max(sum * decay, floor),
    base,
    baseSource,
    modifiers: [
      ...(further > 0 ? [{ name: 'further_verifiers', delta: further } as const] : []),
      ...(base + further > 1 ? [{ name: 'ceiling', delta: 1 - (base + further) } as const] : []),
    ],
    decay,
    decaysSince,
    floor,
    evidenceCount: facts.evidenceCount,
    asOf: now,
  };
};
