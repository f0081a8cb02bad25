import type { Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import {
  areOppositeDeeds,
  areOppositeStates,
  copulas,
  prepositions,
} from '#domain/contradictions/heuristic/words.ts';
import type { ClauseRule } from './clause-rule.ts';

/** It is said of the thing, and does not tell one thing from another: `is public`, not `public endpoints`. */
const isPredicate = ({ before, after }: Token): boolean =>
  copulas.has(before) && (after === '' || prepositions.has(after) || /^[,)¤§]/.test(after));

/** They say the same but for one word, and its opposite. */
export const antonymRule: ClauseRule = (a, b) => {
  if (a.negations + b.negations > 0 || a.isVague || b.isVague || a.isConditional || b.isConditional)
    return null;
  if (a.isPast !== b.isPast || a.tokens.length !== b.tokens.length) return null;
  // Values beside them would have to be the same; where there are some, other rules judge.
  if (a.quantities.length + b.quantities.length + a.moments.length + b.moments.length > 0) return null;
  const differing = a.tokens.flatMap((token, at) => {
    const other = b.tokens[at];
    return other === undefined || other.stem === token.stem ? [] : [[token, other] as const];
  });
  const [pair, ...more] = differing;
  if (!pair || more.length > 0) return null;
  const [one, other] = pair;
  const opposite =
    areOppositeDeeds(one.stem, other.stem) ||
    (areOppositeStates(one.word, other.word) && isPredicate(one) && isPredicate(other));
  return opposite
    ? {
        severity: a.isSoft || b.isSoft ? 'SOFT' : 'HARD',
        explanation: `They say opposites: ${one.word}, and ${other.word}.`,
      }
    : null;
};
