import { isSameValue, kindOfValue } from '#domain/contradictions/heuristic/kinds-of-value.ts';
import { lemmasOf } from '#domain/contradictions/heuristic/lemmas.ts';
import type { Clause, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import type { OrderedTokens } from '#domain/contradictions/heuristic/word-order.ts';
import { copulas, openVerbs, prepositions, unique, verbs } from '#domain/contradictions/heuristic/words.ts';

/** Actions done in, on, by or with one thing at a time. */
const singleVerbs = lemmasOf(
  `host store locate base stand live reside deploy own maintain lead manage operate default set
   point listen resolve belong report order package track publish keep cache build run talk communicate
   authenticate bundle compile manage expose hold send deliver notify index queue persist speak bill merge schedule map log back replicate`,
);
/** Verbs whose objects exclude each other, whatever they are. */
const exclusiveVerbs = lemmasOf(
  `write implement license paint call name make format encode serialise encrypt hash sign sort version show display print render
   pay ship deliver chair`,
);
const singlePrepositions = new Set(
  'in on by with to under as at of via through over into onto from using'.split(' '),
);
const choiceVerbs = lemmasOf('use prefer require run deploy target standardise need');
const purposes = new Set(['for', 'as', 'to', 'when', 'in', 'on']);
const holders = lemmasOf('own lead maintain manage chair sign approve');

/** Actions of one party and not of another. */
const acts = lemmasOf(
  'rotate merge appoint elect install review deploy release publish assign grant decide approve schedule calibrate repair hire moderate triage fund translate',
);
const parties = /(?:[eo]rs|[ai]nts|teams?|staff|members?|admins?|board|committee|vendors?|owners?|chairs?)$/;
const isParty = ({ tokens, subjectLength }: OrderedTokens): boolean =>
  parties.test(tokens[subjectLength - 1]?.word ?? '');

const isNumber = (word: string): boolean => /^v?\d+(?:\.\d+)*$/.test(word);
const nameOf = (run: readonly Token[]): string => run.map(({ word }) => word).join(' ');

type Likelihood = 'sure' | 'likely' | 'possible';

/** Judges whether two word sequences can fill one slot: of one kind, both names, or both one plain word; never one a part of the other. */
const areAlternatives = (a: readonly Token[], b: readonly Token[]): Likelihood | null => {
  const [one, other] = [a[0], b[0]];
  if (!one || !other || a.length > 3 || b.length > 3) return null;
  if ([...a, ...b].some(({ lemma, isCondition }) => isCondition || /^[§¤]/.test(lemma))) return null;
  const kindOf = (run: readonly Token[]) =>
    run.flatMap(({ word }) => {
      const kind = kindOfValue(word);
      return kind === null ? [] : [{ kind, word }];
    })[0];
  const [kindA, kindB] = [kindOf(a), kindOf(b)];
  if (kindA && kindB)
    return kindA.kind === kindB.kind && !isSameValue(kindA.word, kindB.word) ? 'sure' : null;
  if (isNumber(one.word) && isNumber(other.word)) return 'likely';
  const areNames = a.every(({ isName }) => isName) && b.every(({ isName }) => isName);
  const arePlain = ![...a, ...b].some(({ isName }) => isName) && a.length === 1 && b.length === 1;
  return areNames || arePlain ? 'likely' : 'possible';
};

const verbOf = ({ tokens, subjectLength }: OrderedTokens): Token | undefined =>
  tokens
    .slice(subjectLength)
    .find(({ lemma }) => verbs.has(lemma) || singleVerbs.has(lemma) || exclusiveVerbs.has(lemma));

/** The word before the phrase that the token at this place ends: `by` of `by team Falcon`. */
const beforePhrase = (tokens: readonly Token[], place: number): string => {
  let at = place;
  const goesOn = (previous: Token | undefined): boolean =>
    previous?.word === tokens[at]?.before &&
    !prepositions.has(previous?.word ?? '') &&
    !verbs.has(previous?.lemma ?? '');
  while (at > 0 && goesOn(tokens[at - 1])) at -= 1;
  return tokens[at]?.before ?? '';
};

/** True when the clause allows only one value in this place. */
const isSingleSlot = (
  order: OrderedTokens,
  run: readonly Token[],
  shared: readonly Token[],
  likelihood: Likelihood,
  isDefinite: boolean,
): boolean => {
  const { tokens, subjectLength } = order;
  const [first] = run;
  if (first === undefined) return false;
  const start = tokens.indexOf(first);
  const end = start + run.length;
  const before = beforePhrase(tokens, start);
  const hasUnique = shared.some(({ lemma }) => unique.has(lemma));
  const verb = verbOf(order);
  if (start < subjectLength) {
    // A subject: who alone does it, or what alone is it.
    if (verb !== undefined && (holders.has(verb.lemma) || (acts.has(verb.lemma) && isParty(order))))
      return true;
    // `is in the main hall` says nothing that is so of one alone.
    const isAllOfIt = start === 0 && end === subjectLength && copulas.has(tokens[end]?.before ?? '');
    return isAllOfIt && hasUnique && verb === undefined;
  }
  // `is called main` names; `calls the API` may call others.
  if (verb && openVerbs.has(verb.lemma) && before !== 'called') return false;
  const isAtEnd = end === tokens.length;
  const isExclusive = before === 'as' || (verb !== undefined && exclusiveVerbs.has(verb.lemma));
  const isAfterAction = likelihood === 'sure' && verb?.word === before && exclusiveVerbs.has(verb.lemma);
  if (isAfterAction) return true;
  if (isExclusive && singlePrepositions.has(before)) return isAtEnd || likelihood === 'sure';
  if (likelihood === 'possible') return false;
  const hasPurpose =
    tokens.slice(end).some(({ before }) => purposes.has(before)) ||
    (isAtEnd && tokens.slice(0, start).some(({ before }) => before === 'for' || before === 'as'));
  if (verb && choiceVerbs.has(verb.lemma) && (hasPurpose || isNumber(first.word))) return true;
  if (verb && singleVerbs.has(verb.lemma) && singlePrepositions.has(before)) return true;
  // `authentication is done by Keycloak`, `all meetings are in German`.
  if (verb === undefined && isAtEnd && before === 'by') return true;
  if (likelihood === 'sure' && isAtEnd && before === 'in' && start === subjectLength) return true;
  return (
    (copulas.has(before) || before === ':' || before === 'to') &&
    isAtEnd &&
    (hasUnique || likelihood === 'sure' || (isDefinite && run.every(({ isName }) => isName)))
  );
};

/** They fill a slot that takes one value with two. */
export const valueRule: ClauseRule = (a, b, { ofA, ofB, isOnePlace, shared, orderA, orderB }) => {
  if (a.negations + b.negations > 0 || a.isVague || b.isVague || a.isPast !== b.isPast) return null;
  if (a.isConditional !== b.isConditional || a.only !== b.only || !isOnePlace) return null;
  const isOpen = ({ modality }: Clause) =>
    modality === 'can' || modality === 'may' || modality === 'optional';
  if (isOpen(a) || isOpen(b) || !haveSameValues(a, b)) return null;
  const likelihood = areAlternatives(ofA, ofB);
  if (likelihood === null || shared.length === 0) return null;
  // `written in Rust` and `written by Ivo` are of two slots.
  const [one, other] = [ofA[0], ofB[0]];
  const isDoer = (order: OrderedTokens, token: Token | undefined) =>
    token !== undefined && order.tokens.indexOf(token) < order.subjectLength;
  if (
    !(isDoer(orderA, one) && isDoer(orderB, other)) &&
    one?.before !== other?.before &&
    [...ofA, ...ofB].some(({ isName }) => isName) &&
    [one, other].some((token) => token?.before === 'by')
  )
    return null;
  const isDefinite = a.isDefinite && b.isDefinite;
  if (
    !isSingleSlot(orderA, ofA, shared, likelihood, isDefinite) ||
    !isSingleSlot(orderB, ofB, shared, likelihood, isDefinite)
  )
    return null;
  return {
    severity: likelihood === 'sure' && !a.isSoft && !b.isSoft ? 'HARD' : 'SOFT',
    explanation: `They name different values: ${nameOf(ofA)}, and ${nameOf(ofB)}.`,
  };
};
