import { isSameFrame } from '#domain/contradictions/heuristic/differences.ts';
import type { Clause, Modality, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import type { OrderedTokens } from '#domain/contradictions/heuristic/word-order.ts';
import { keeping, prepositions } from '#domain/contradictions/heuristic/words.ts';

/** What is possible or allowed is not denied by what is merely not done. */
const denies = (stated: Modality, denied: Modality): boolean => {
  if (denied === 'optional') return false;
  if (stated === 'can' || stated === 'may' || stated === 'optional')
    return denied !== null && denied !== 'should';
  return true;
};

const narrowing = new Set(['without', 'except', 'from', 'between', 'than']);
/** More is said of the same: a phrase behind it. What is denied as a whole is denied of that, too. */
const isAddition = ([first]: readonly Token[]): boolean =>
  first !== undefined && prepositions.has(first.before) && !narrowing.has(first.before);

const isDeniedAsAWhole = (
  stated: Clause,
  { tokens, subjectLength }: OrderedTokens,
  ofStated: readonly Token[],
  ofDenied: readonly Token[],
  shared: readonly Token[],
): boolean => {
  const [first] = ofStated;
  return (
    ofDenied.length === 0 &&
    shared.length >= 2 &&
    isAddition(ofStated) &&
    !stated.isConditional &&
    first !== undefined &&
    tokens.indexOf(first) >= subjectLength
  );
};

/** One denies what the other states. */
export const negationRule: ClauseRule = (a, b, difference) => {
  if (a.negations + b.negations !== 1 || a.isVague || b.isVague || a.isPast !== b.isPast) return null;
  if (a.only !== b.only || a.isConditional !== b.isConditional) return null;
  const [stated, denied] = a.negations === 0 ? [a, b] : [b, a];
  const [ofStated, ofDenied] =
    a.negations === 0 ? [difference.ofA, difference.ofB] : [difference.ofB, difference.ofA];
  const order = a.negations === 0 ? difference.orderA : difference.orderB;
  if (!denies(stated.modality, denied.modality)) return null;
  const isEnded =
    denied.isEnding &&
    ofDenied.length === 0 &&
    difference.shared.length >= 2 &&
    ofStated.every(({ lemma }) => keeping.has(lemma));
  const isDenial =
    isSameFrame(difference) || isEnded
      ? haveSameValues(a, b)
      : isDeniedAsAWhole(stated, order, ofStated, ofDenied, difference.shared);
  return isDenial
    ? { severity: a.isSoft || b.isSoft ? 'SOFT' : 'HARD', explanation: 'One denies what the other states.' }
    : null;
};
