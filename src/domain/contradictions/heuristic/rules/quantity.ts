import { isSameFrame } from '#domain/contradictions/heuristic/differences.ts';
import { momentsDiffer } from '#domain/contradictions/heuristic/moments.ts';
import { compareQuantities } from '#domain/contradictions/heuristic/quantities.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { pairedQuantities } from '#domain/contradictions/heuristic/same-values.ts';

const circumstance = ['at', 'when', 'if', 'beyond', 'per', 'every', 'with'];

/** They give different values of the same thing, in whatever units. A value that says under which circumstance is none. */
export const quantityRule: ClauseRule = (a, b, difference) => {
  if (a.negations !== b.negations || a.isVague || b.isVague || a.isPast !== b.isPast) return null;
  if (a.isConditional !== b.isConditional || !isSameFrame(difference)) return null;
  if (a.moments.some((moment, at) => momentsDiffer(moment, b.moments[at] ?? moment))) return null;
  const differing = pairedQuantities(a, b).flatMap(({ one, other }) => {
    const severity = compareQuantities(one, other);
    return severity ? [{ quantity: one, other, severity }] : [];
  });
  const [found, ...more] = differing;
  if (!found || more.length > 0) return null;
  const { quantity, other, severity } = found;
  if (quantity.leads || other.leads) return null;
  if (a.quantities.length > 1 && circumstance.includes(quantity.before)) return null;
  if (a.written.tokens.some(({ lemma, isCondition }) => isCondition && lemma === `§${quantity.dimension}`))
    return null;
  return {
    severity: a.isSoft || b.isSoft ? 'SOFT' : severity,
    explanation: `They give different values: ${quantity.text}, and ${other.text}.`,
  };
};
