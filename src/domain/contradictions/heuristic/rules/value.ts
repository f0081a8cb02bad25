import { isSameValue, kindOfValue } from '#domain/contradictions/heuristic/kinds-of-value.ts';
import { lemmasOf } from '#domain/contradictions/heuristic/lemmas.ts';
import type { Clause, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import { copulas, openVerbs, unique, verbs } from '#domain/contradictions/heuristic/words.ts';

/** What is done in, on, by or with one thing at a time. */
const singleVerbs = lemmasOf(
  `write implement host store locate base stand live reside deploy license own maintain lead manage operate default name call paint set
   point listen resolve belong report format encode serialise encrypt hash sort order version package track publish keep cache build run
   authenticate sign bundle compile manage expose index queue persist speak pay bill merge schedule map log back replicate print`,
);
const singlePrepositions = new Set(
  'in on by with to under as at of via through over into onto from using'.split(' '),
);
const choiceVerbs = lemmasOf('use prefer require run deploy target standardise need');
const purposes = new Set(['for', 'as', 'to', 'when', 'in', 'on']);
const holders = lemmasOf('own lead maintain manage chair');

const isNumber = (word: string): boolean => /^v?\d+(?:\.\d+)*$/.test(word);
const nameOf = (run: readonly Token[]): string => run.map(({ word }) => word).join(' ');

/** Whether two rows of words can be values of one slot: of one kind, or both names, or both one plain word; never one part of the other. */
const areAlternatives = (a: readonly Token[], b: readonly Token[]): 'sure' | 'likely' | null => {
  const [one, other] = [a[0], b[0]];
  if (!one || !other || a.length > 3 || b.length > 3) return null;
  if (a.some(({ lemma }) => b.some((token) => token.lemma === lemma))) return null;
  if ([...a, ...b].some(({ lemma, isCondition }) => isCondition || /^[§¤]/.test(lemma))) return null;
  const kindsOf = (run: readonly Token[]) =>
    run.flatMap(({ word }) => {
      const kind = kindOfValue(word);
      return kind === null ? [] : [{ kind, word }];
    });
  const [kindA, kindB] = [kindsOf(a)[0], kindsOf(b)[0]];
  if (kindA && kindB)
    return kindA.kind === kindB.kind && !isSameValue(kindA.word, kindB.word) ? 'sure' : null;
  if (a.length === 1 && b.length === 1 && isNumber(one.word) && isNumber(other.word)) return 'likely';
  const areNames = a.every(({ isName }) => isName) && b.every(({ isName }) => isName);
  const arePlain = ![...a, ...b].some(({ isName }) => isName) && a.length === 1 && b.length === 1;
  return areNames || arePlain ? 'likely' : null;
};

const verbOf = (clause: Clause): Token | undefined =>
  clause.tokens.slice(clause.subjectLength).find(({ lemma }) => verbs.has(lemma));

/** Whether the clause leaves room for one value alone at the place of the run. */
const isSingleSlot = (
  clause: Clause,
  run: readonly Token[],
  shared: readonly Token[],
  sure: boolean,
): boolean => {
  const [first] = run;
  if (first === undefined) return false;
  const start = clause.tokens.indexOf(first);
  const end = start + run.length;
  const hasUnique = shared.some(({ lemma }) => unique.has(lemma));
  if (start < clause.subjectLength) {
    // A subject: who alone does it, or what alone is it.
    if (start !== 0 || end !== clause.subjectLength) return false;
    const verb = verbOf(clause);
    return (
      (verb !== undefined && holders.has(verb.lemma)) ||
      (hasUnique && verb === undefined) ||
      (sure && verb?.lemma === 'use')
    );
  }
  const verb = verbOf(clause);
  if (verb && openVerbs.has(verb.lemma)) return false;
  const isAtEnd = end === clause.tokens.length;
  const hasPurpose =
    clause.tokens.slice(end).some(({ before }) => purposes.has(before)) ||
    (isAtEnd && clause.tokens.slice(0, start).some(({ before }) => before === 'for' || before === 'as'));
  if (verb && choiceVerbs.has(verb.lemma) && hasPurpose) return true;
  if (verb && isNumber(first.word) && choiceVerbs.has(verb.lemma)) return true;
  if (verb && singleVerbs.has(verb.lemma) && singlePrepositions.has(first.before)) return sure || isAtEnd;
  if (
    verb &&
    singleVerbs.has(verb.lemma) &&
    clause.activeOrder !== clause.tokens &&
    clause.activeOrder[0] === first
  )
    return true;
  const isComplement = copulas.has(first.before) || ['=', ':', 'called', 'to', 'as'].includes(first.before);
  if (isComplement && isAtEnd) return hasUnique || sure;
  return false;
};

/** They fill a slot that takes one value with two. */
export const valueRule: ClauseRule = (a, b, { ofA, ofB, isOnePlace, shared }) => {
  if (a.negations + b.negations > 0 || a.isVague || b.isVague || a.isPast !== b.isPast) return null;
  if (a.isConditional !== b.isConditional || a.only !== b.only || !isOnePlace) return null;
  const isOpen = ({ modality }: Clause) =>
    modality === 'can' || modality === 'may' || modality === 'optional';
  if (isOpen(a) || isOpen(b) || !haveSameValues(a, b)) return null;
  const alternatives = areAlternatives(ofA, ofB);
  if (alternatives === null || shared.length === 0) return null;
  const sure = alternatives === 'sure';
  if (!isSingleSlot(a, ofA, shared, sure) || !isSingleSlot(b, ofB, shared, sure)) return null;
  return {
    severity: sure && !a.isSoft && !b.isSoft ? 'HARD' : 'SOFT',
    explanation: `They name different values: ${nameOf(ofA)}, and ${nameOf(ofB)}.`,
  };
};
