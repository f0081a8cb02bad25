import { momentsDiffer } from '#domain/contradictions/heuristic/moments.ts';
import { haveSameFrame } from '#domain/contradictions/heuristic/read-clauses.ts';
import { once } from '#domain/contradictions/heuristic/words.ts';
import type { ClauseRule } from './clause-rule.ts';

/** They give different dates or times of what has one. */
export const momentRule: ClauseRule = (a, b) => {
  if (a.negations + b.negations > 0 || a.isVague || b.isVague || a.quantities.length > 0) return null;
  if (a.moments.length === 0 || !haveSameFrame(a, b)) return null;
  // A sentence that opens with its date tells what happened then.
  if (a.tokens[0]?.stem === '¤' || !a.tokens.some(({ stem }) => once.has(stem))) return null;
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
