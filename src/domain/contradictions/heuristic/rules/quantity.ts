import { momentsDiffer } from '#domain/contradictions/heuristic/moments.ts';
import { compareQuantities } from '#domain/contradictions/heuristic/quantities.ts';
import { haveSameFrame } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from './clause-rule.ts';

const circumstance = ['at', 'when', 'if', 'beyond', 'per', 'every', 'with'];

/** They give different values of the same thing, in whatever units. A value that says under which circumstance is none. */
export const quantityRule: ClauseRule = (a, b) => {
  if (a.negations !== b.negations || a.isVague || b.isVague || !haveSameFrame(a, b)) return null;
  if (a.moments.some((moment, at) => momentsDiffer(moment, b.moments[at] ?? moment))) return null;
  const differing = a.quantities.flatMap((quantity, at) => {
    const other = b.quantities[at];
    const severity = other ? compareQuantities(quantity, other) : null;
    return other && severity ? [{ quantity, other, severity }] : [];
  });
  const [found, ...more] = differing;
  if (!found || more.length > 0) return null;
  const { quantity, other, severity } = found;
  if (quantity.leads || other.leads) return null;
  if (a.quantities.length > 1 && circumstance.includes(quantity.before)) return null;
  return {
    severity: a.isSoft || b.isSoft ? 'SOFT' : severity,
    explanation: `They give different values: ${quantity.text}, and ${other.text}.`,
  };
};
