import type { Difference } from '#domain/contradictions/heuristic/differences.ts';
import { lemmasOf } from '#domain/contradictions/heuristic/lemmas.ts';
import { areOpposite, areStrongOpposites } from '#domain/contradictions/heuristic/opposites.ts';
import type { Clause, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import type { OrderedTokens } from '#domain/contradictions/heuristic/word-order.ts';
import {
  copulas,
  genericHeads,
  openVerbs,
  prepositions,
  verbs,
} from '#domain/contradictions/heuristic/words.ts';

const withholding = lemmasOf('hide hidden block deny reject refuse forbid exclude strip withhold');

const endsPhrase = ({ after }: Token): boolean =>
  after === '' || prepositions.has(after) || /^[,.)¤§]/.test(after) || after === 'default';

/** It is the action, or is said of the thing, and does not distinguish one thing from another: `is public`, not `public endpoints`. */
const isSaidOf = ({ tokens, subjectLength }: OrderedTokens, token: Token): boolean => {
  const place = tokens.indexOf(token);
  if (prepositions.has(token.word)) return true;
  if (place < subjectLength || token.isCondition) return false;
  if (verbs.has(token.lemma) && place === subjectLength) return true;
  const leavesRoom = tokens.some(({ lemma }, at) => at >= subjectLength && openVerbs.has(lemma));
  return endsPhrase(token) && (copulas.has(token.before) || !leavesRoom);
};

/** The only word that each has and the other has not, wherever they stand; null when there are more. */
const onlyOthers = (
  a: Clause,
  b: Clause,
  counts: (token: Token) => boolean,
): readonly [Token, Token] | null => {
  const without = (tokens: readonly Token[], others: readonly Token[]) => {
    const left = others.map(({ lemma }) => lemma);
    return tokens.filter((token) => {
      const at = left.indexOf(token.lemma);
      if (at !== -1) left.splice(at, 1);
      return at === -1 && counts(token);
    });
  };
  const [tokensA, tokensB] = [a.written.tokens, b.written.tokens];
  const [one, ...more] = without(tokensA, tokensB);
  const [other, ...others] = without(tokensB, tokensA);
  const shared = tokensA.length - 1 - more.length;
  return one && other && more.length + others.length === 0 && shared >= 2 ? [one, other] : null;
};

/** A word that says nothing of its own, and to run something, may be left out. */
const carriesMeaning = ({ lemma, word, isCondition }: Token): boolean =>
  isCondition || (!genericHeads.has(lemma) && !prepositions.has(word) && lemma !== 'run');
const isNoPreposition = ({ word }: Token): boolean => !prepositions.has(word);

const opposedIn = (
  a: Clause,
  b: Clause,
  { ofA, ofB, isOnePlace, shared, orderA, orderB }: Difference,
): readonly [Token, Token] | null => {
  const [one, ...more] = ofA;
  const [other, ...others] = ofB;
  if (one && other && more.length + others.length === 0 && isOnePlace && shared.length > 0)
    if (areOpposite(one.word, other.word) && isSaidOf(orderA, one) && isSaidOf(orderB, other))
      return [one, other];
  const pair = onlyOthers(a, b, carriesMeaning) ?? onlyOthers(a, b, isNoPreposition);
  if (!pair) return null;
  const isPlace = prepositions.has(pair[0].before) && pair[0].before === pair[1].before;
  if (isPlace && areOpposite(pair[0].word, pair[1].word) && pair.every(endsPhrase)) return pair;
  if (!areStrongOpposites(pair[0].lemma, pair[1].lemma)) return null;
  return endsPhrase(pair[0]) || endsPhrase(pair[1]) || verbs.has(pair[0].lemma) ? pair : null;
};

/** They say the same but for one word, and its opposite. */
export const oppositeRule: ClauseRule = (a, b, difference) => {
  if (a.negations !== b.negations || a.isVague || b.isVague || a.isEvent !== b.isEvent) return null;
  if (a.isConditional !== b.isConditional || a.only !== null || b.only !== null) return null;
  const mayBeBoth = (clause: Clause) => clause.modality === 'can' || clause.modality === 'may';
  if ((mayBeBoth(a) && mayBeBoth(b)) || a.isPast !== b.isPast || !haveSameValues(a, b)) return null;
  const pair = opposedIn(a, b, difference);
  // A permitted action does not happen where it is always withheld.
  if (
    pair &&
    ((mayBeBoth(a) && !withholding.has(pair[1].lemma)) || (mayBeBoth(b) && !withholding.has(pair[0].lemma)))
  )
    return null;
  return pair
    ? {
        severity: a.isSoft || b.isSoft ? 'SOFT' : 'HARD',
        explanation: `They say opposites: ${pair[0].word}, and ${pair[1].word}.`,
      }
    : null;
};
