import { isSameFrame } from '#domain/contradictions/heuristic/differences.ts';
import { lemmasOf } from '#domain/contradictions/heuristic/lemmas.ts';
import type { Modality } from '#domain/contradictions/heuristic/moods.ts';
import type { Clause, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import type { OrderedTokens } from '#domain/contradictions/heuristic/word-order.ts';
import { keeping, prepositions, verbs } from '#domain/contradictions/heuristic/words.ts';

/** An ability or permission is not denied by something that is merely not done. */
const denies = (stated: Modality, denied: Modality): boolean => {
  if (denied === 'optional') return false;
  if (stated === 'can' || stated === 'may' || stated === 'optional')
    return denied !== null && denied !== 'should';
  return true;
};

const narrowing = new Set(['without', 'except', 'from', 'between', 'than']);
/** More is said of the same: a phrase behind it. What is denied as a whole is denied of that, too. */
const isAddition = ([first]: readonly Token[]): boolean =>
  first !== undefined &&
  [first.before, first.word].some((word) => prepositions.has(word) && !narrowing.has(word));

/** Further words are a phrase behind it, or the agent where the denial names none. */
const isDeniedAsAWhole = (
  stated: Clause,
  { tokens, subjectLength }: OrderedTokens,
  ofStated: readonly Token[],
  { subjectLength: subjectOfDenied }: OrderedTokens,
  shared: readonly Token[],
): boolean => {
  if (shared.length < 2 || stated.isConditional) return false;
  const subject = tokens.slice(0, subjectLength);
  const namesWho = subject.length > 0 && subject.every((token) => ofStated.includes(token));
  if (namesWho && subjectOfDenied > 0) return false;
  const rest = namesWho ? ofStated.slice(subject.length) : ofStated;
  const [first] = rest;
  if (first === undefined) return namesWho;
  return isAddition(rest) && tokens.indexOf(first) >= subjectLength;
};

const ending = lemmasOf(
  'drop remove delete stop abandon retire discontinue end close kill abolish replace disable deprecate cancel withdraw scrap exclude reject forbid block hide strip skip ignore miss lack lose avoid',
);
/** All that is denied to be there any more is said to be used, or something is said to be done with it. */
const isOver = (stated: Clause, denied: Clause): boolean => {
  const { tokens } = denied.written;
  if (!denied.isEnding || tokens.length < 2 || !tokens.every(({ lemma }) => stated.lemmas.has(lemma)))
    return false;
  const [action, ...more] = stated.written.tokens.filter(
    ({ lemma }) => !denied.lemmas.has(lemma) && !keeping.has(lemma),
  );
  return (
    more.length === 0 && (action === undefined || (verbs.has(action.lemma) && !ending.has(action.lemma)))
  );
};

/** One denies what the other states. */
export const negationRule: ClauseRule = (a, b, difference) => {
  if (a.negations + b.negations !== 1 || a.isVague || b.isVague || a.isPast !== b.isPast) return null;
  if (a.only !== b.only || a.isConditional !== b.isConditional) return null;
  const [stated, denied] = a.negations === 0 ? [a, b] : [b, a];
  const [ofStated, ofDenied] =
    a.negations === 0 ? [difference.ofA, difference.ofB] : [difference.ofB, difference.ofA];
  const [order, orderOfDenied] =
    a.negations === 0 ? [difference.orderA, difference.orderB] : [difference.orderB, difference.orderA];
  if (!denies(stated.modality, denied.modality)) return null;
  const isDenial =
    isSameFrame(difference) || isOver(stated, denied)
      ? haveSameValues(a, b)
      : ofDenied.length === 0 && isDeniedAsAWhole(stated, order, ofStated, orderOfDenied, difference.shared);
  return isDenial
    ? { severity: a.isSoft || b.isSoft ? 'SOFT' : 'HARD', explanation: 'One denies what the other states.' }
    : null;
};
