import { momentsDiffer } from '#domain/contradictions/heuristic/moments.ts';
import { compareQuantities } from '#domain/contradictions/heuristic/quantities.ts';
import { haveSameFrame } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from './clause-rule.ts';

/** One denies, in the same words, what the other states. */
export const negationRule: ClauseRule = (a, b) => {
  if (a.negations + b.negations !== 1 || a.isVague || b.isVague || a.isConditional || b.isConditional)
    return null;
  if (!haveSameFrame(a, b)) return null;
  const sameValues =
    a.quantities.every((quantity, at) => {
      const other = b.quantities[at];
      return other !== undefined && compareQuantities(quantity, other) === null;
    }) &&
    a.moments.every((moment, at) => {
      const other = b.moments[at];
      return other !== undefined && !momentsDiffer(moment, other);
    });
  return sameValues
    ? { severity: a.isSoft || b.isSoft ? 'SOFT' : 'HARD', explanation: 'One denies what the other states.' }
    : null;
};
