import { isSameFrame } from '#domain/contradictions/heuristic/differences.ts';
import { momentsDiffer } from '#domain/contradictions/heuristic/moments.ts';
import { compareQuantities } from '#domain/contradictions/heuristic/quantities.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { pairedQuantities } from '#domain/contradictions/heuristic/same-values.ts';
import { once } from '#domain/contradictions/heuristic/words.ts';

/** They give different dates or times of what has one. */
export const momentRule: ClauseRule = (a, b, difference) => {
  if (a.negations + b.negations > 0 || a.isVague || b.isVague || a.isPast !== b.isPast) return null;
  if (a.moments.length === 0 || a.moments.length !== b.moments.length || !isSameFrame(difference))
    return null;
  if (pairedQuantities(a, b).some(({ one, other }) => compareQuantities(one, other) !== null)) return null;
  // A sentence that opens with its date tells what happened then.
  if (a.tokens[0]?.lemma === '¤' || !a.tokens.some(({ lemma }) => once.has(lemma))) return null;
  const differing = a.moments.flatMap((moment, at) => {
    const counterpart = b.moments[at];
    return counterpart && momentsDiffer(moment, counterpart) ? [[moment, counterpart] as const] : [];
  });
  const [pair, ...more] = differing;
  if (!pair || more.length > 0) return null;
  const [moment, counterpart] = pair;
  const recurs = moment.weekday !== null || moment.clock !== null;
  return {
    severity: recurs ? 'SOFT' : 'HARD',
    explanation: `They give different times: ${moment.text}, and ${counterpart.text}.`,
  };
};
