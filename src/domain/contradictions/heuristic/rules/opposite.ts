import { areOpposite } from '#domain/contradictions/heuristic/opposites.ts';
import type { Clause, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import { copulas, openVerbs, prepositions, verbs } from '#domain/contradictions/heuristic/words.ts';

const endsPhrase = ({ after }: Token): boolean =>
  after === '' || prepositions.has(after) || /^[,.)¤§]/.test(after) || after === 'default';

/** It is the deed, or is said of the thing, and does not tell one thing from another: `is public`, not `public endpoints`. */
const isSaidOf = (clause: Clause, token: Token): boolean => {
  const place = clause.tokens.indexOf(token);
  if (place < clause.subjectLength || token.isCondition) return false;
  if (place === clause.subjectLength && verbs.has(token.lemma) && !copulas.has(token.before)) return true;
  if (prepositions.has(token.word)) return true;
  const leavesRoom = clause.tokens.some(
    ({ lemma }, at) => at >= clause.subjectLength && openVerbs.has(lemma),
  );
  return endsPhrase(token) && (copulas.has(token.before) || !leavesRoom);
};

/** They say the same but for one word, and its opposite. */
export const oppositeRule: ClauseRule = (a, b, { ofA, ofB, isOnePlace, shared }) => {
  if (a.negations !== b.negations || a.isVague || b.isVague || a.isPast !== b.isPast) return null;
  if (a.isConditional !== b.isConditional || a.only !== null || b.only !== null) return null;
  const [one, ...more] = ofA;
  const [other, ...others] = ofB;
  if (!one || !other || more.length + others.length > 0 || !isOnePlace || shared.length === 0) return null;
  const mayBeBoth = (clause: Clause) => clause.modality === 'can' || clause.modality === 'may';
  if (mayBeBoth(a) || mayBeBoth(b) || !haveSameValues(a, b)) return null;
  if (!areOpposite(one.word, other.word) || !isSaidOf(a, one) || !isSaidOf(b, other)) return null;
  return {
    severity: a.isSoft || b.isSoft ? 'SOFT' : 'HARD',
    explanation: `They say opposites: ${one.word}, and ${other.word}.`,
  };
};
