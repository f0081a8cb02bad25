import type { DecisionInput, ItemFacts, Refusal, Violation } from './types.ts';

/** The refusal of the first rule, in their order, that is violated; null when all allow it. */
export const refusalBy = <Facts extends ItemFacts>(
  rules: readonly ((facts: Facts, decisionInput: DecisionInput) => Violation | null)[],
  facts: Facts,
  decisionInput: DecisionInput,
): Refusal | null => {
  for (const rule of rules) {
    const violation = rule(facts, decisionInput);
    if (violation) return { outcome: 'refused', violation };
  }
  return null;
};
