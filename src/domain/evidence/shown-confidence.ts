import type { EffectiveConfidence } from './effective-confidence.ts';

/** Decimals of a confidence in an answer. Rankings and stored values are not rounded. */
const decimals = 6;

/** A confidence, or a factor of one, as an answer shows it. */
export const shownNumber = (exact: number): number => Number(exact.toFixed(decimals));

/** Steps from the base to the value, in order. */
export type ConfidenceStep = {
  readonly step: 'BASE' | 'FURTHER_VERIFIERS' | 'CEILING' | 'DECAY' | 'FLOOR';
  /** Amount of the step; negative when it lowers. */
  readonly change: number;
  /** Value after the step. */
  readonly value: number;
};

/** An effective confidence as an answer shows it: every number is rounded, and the changes add up to the value. */
export type ShownConfidence = EffectiveConfidence & { readonly steps: readonly ConfidenceStep[] };

const stepOfModifier = { further_verifiers: 'FURTHER_VERIFIERS', ceiling: 'CEILING' } as const;

/** The same facts and the same instant give the same numbers. */
export const shownConfidence = (exact: EffectiveConfidence): ShownConfidence => {
  const steps: ConfidenceStep[] = [];
  const reach = (step: ConfidenceStep['step'], to: number) => {
    const [before, value] = [steps.at(-1)?.value ?? 0, shownNumber(to)];
    if (step === 'BASE' || value !== before) steps.push({ step, change: shownNumber(value - before), value });
  };
  let sum = exact.base;
  reach('BASE', sum);
  for (const { name, delta } of exact.modifiers) {
    sum += delta;
    reach(stepOfModifier[name], sum);
  }
  reach('DECAY', sum * exact.decay);
  reach('FLOOR', exact.value);
  return {
    ...exact,
    value: shownNumber(exact.value),
    base: shownNumber(exact.base),
    modifiers: exact.modifiers.map(({ name, delta }) => ({ name, delta: shownNumber(delta) })),
    decay: shownNumber(exact.decay),
    floor: shownNumber(exact.floor),
    steps,
  };
};
