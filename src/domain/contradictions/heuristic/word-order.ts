import { lemmaOf } from '#domain/contradictions/heuristic/lemmas.ts';
import type { Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import {
  auxiliaries,
  determiners,
  fillers,
  modals,
  negators,
  prepositions,
  verbs,
} from '#domain/contradictions/heuristic/words.ts';

/** Tokens in an order, and how many of them say who or what does it, or is it. */
export interface OrderedTokens {
  readonly tokens: readonly Token[];
  readonly subjectLength: number;
}

const isContent = (word: string | undefined): boolean =>
  word !== undefined &&
  /^[\p{L}\p{N}]/u.test(word) &&
  !fillers.has(word) &&
  !modals.has(word) &&
  !prepositions.has(word) &&
  !negators.has(word);

/** `the mass of the buoy` says what `the buoy mass` says. */
export const withoutOf = (words: readonly string[]): string[] => {
  const turned = [...words];
  for (let at = turned.indexOf('of'); at > 0; at = turned.indexOf('of', at + 1)) {
    if (
      /^(?:made|consists?|composed|built|instead|out|because|part|kind|type|sort)$/.test(turned[at - 1] ?? '')
    )
      continue;
    let from = at;
    while (isContent(turned[from - 1]) && !(from < at && canBeVerb(turned, from - 1))) from -= 1;
    let start = at + 1;
    while (['the', 'a', 'an', 'our', 'each', 'every', 'all'].includes(turned[start] ?? '')) start += 1;
    let end = start;
    while (isContent(turned[end])) end += 1;
    if (from === at || end === start || end - start > 3) continue;
    turned.splice(from, end - from, ...turned.slice(start, end), ...turned.slice(from, at));
  }
  return turned;
};

const canBeVerb = (words: readonly string[], at: number): boolean => {
  const [word = '', before] = [words[at], words[at - 1]];
  if (
    !/^\p{L}/u.test(word) ||
    !verbs.has(lemmaOf(word)) ||
    /(?:ing|[^s]ation|oyment|roval|pression|[lu]etion|cution|duction)s?$/.test(word)
  )
    return false;
  return before !== undefined && !determiners.has(before) && !prepositions.has(before);
};

/** When no verb is known: the first word that looks like a third-person verb behind a singular noun. */
const unknownVerbAt = (words: readonly string[]): number => {
  const at = words.findIndex(
    (word, place) =>
      place > 0 &&
      place < words.length - 1 &&
      /^\p{L}{3,}[^suia]s$/u.test(word) &&
      isContent(words[place - 1]) &&
      !/s$/.test(words[place - 1] ?? ''),
  );
  return at === -1 ? words.length : at;
};

/** How many words come before the verb: the first auxiliary, else the first word that can be a verb and is no noun where it stands. */
export const subjectLength = (words: readonly string[]): number => {
  const [first = ''] = words;
  // A command begins with its verb; a noun may look like one where another verb follows.
  const isCommand =
    verbs.has(lemmaOf(first)) &&
    !/(?:s|ed|ing)$/.test(first) &&
    !words
      .slice(1, 5)
      .some((word, at) => auxiliaries.has(word) || (/[^s]s$/.test(word) && canBeVerb(words, at + 1)));
  if (isCommand) return 0;
  for (const [at, word] of words.entries()) {
    if (auxiliaries.has(word)) return at;
    if (at === 0 || !canBeVerb(words, at)) continue;
    // `the nightly export includes`: of two that can be, the one in the third person.
    const next = at + 1;
    const isNoun =
      !/[^s]s$/.test(word) &&
      [next, next + 1].some((place) => /[^s]s$/.test(words[place] ?? '') && canBeVerb(words, place));
    if (!isNoun) return at;
  }
  return unknownVerbAt(words);
};

const isParticiple = (word: string): boolean =>
  /^\p{L}{2,}(?:ed|en|wn|pt|nt|lt|ld|ught|ept|un|et|ut)$/u.test(word) ||
  ['led', 'made', 'done', 'used', 'use'].includes(word);
/** They say how something is, and not what is done with it. */
const states = new Set(
  'automated dedicated related limited unlimited advanced detailed based located closed finished tired supposed expected indeed interested concerned experienced qualified distributed centralised centralized decentralised decentralized encrypted unencrypted enabled disabled required needed allowed forbidden blocked'.split(
    ' ',
  ),
);
/** Something is done: a known verb, or one that looks like it. */
const isDone = (word: string): boolean =>
  isParticiple(word) && (verbs.has(lemmaOf(word)) || (/^\p{L}{3,}ed$/u.test(word) && !states.has(word)));
const forms = new Set(['is', 'are', 'be', 'been', 'being', 'was', 'were', 'get', 'gets']);
const between = new Set([
  'not',
  'never',
  'always',
  'fully',
  'only',
  'also',
  'now',
  'strictly',
  'automatically',
  'then',
]);

/**
 * Puts what a passive sentence says in the order of an active one: `answers are cached by the gateway` as `the gateway
 * caches answers`. `tokens` are those of the words, in their order.
 */
export const inActiveOrder = (
  words: readonly string[],
  tokens: readonly Token[],
  subjects: number,
): OrderedTokens => {
  let verb = -1;
  for (let at = 1; at < words.length && verb === -1; at += 1) {
    let from = at - 1;
    while (from > 0 && between.has(words[from] ?? '')) from -= 1;
    if (forms.has(words[from] ?? '') && isDone(words[at] ?? '')) verb = at;
  }
  const isNominal = verb === -1 && subjects === tokens.length && words.includes('by');
  if (verb === -1 && !isNominal) return { tokens, subjectLength: subjects };
  // Words and tokens run side by side: a word's place among the tokens is how many tokens come before it.
  let place = 0;
  let verbPlace = -1;
  let agentFrom = -1;
  let agentTo = -1;
  for (const [at, word] of words.entries()) {
    if (at === verb) verbPlace = place;
    if (at > verb && word === 'by' && agentFrom === -1) agentFrom = place;
    else if (
      agentFrom !== -1 &&
      agentTo === -1 &&
      place > agentFrom &&
      (prepositions.has(word) || word === ',')
    )
      agentTo = place;
    if (tokens[place]?.word === word) place += 1;
  }
  // `a note by marketing`: the noun stays before who did it.
  if (isNominal) verbPlace = agentFrom === -1 ? tokens.length : agentFrom;
  const named = tokens[verbPlace - 1];
  // `key rotation by the team`: the team rotates keys.
  const isAction =
    isNominal && named !== undefined && /(?:ion|ment|al)s?$/.test(named.word) && verbs.has(named.lemma);
  const patient = tokens.slice(0, isAction ? verbPlace - 1 : verbPlace);
  const action = isAction ? [named] : isNominal ? [] : tokens.slice(verbPlace, verbPlace + 1);
  if (agentFrom === -1)
    return {
      tokens: [...action, ...patient, ...tokens.slice(isAction ? verbPlace : verbPlace + action.length)],
      subjectLength: 0,
    };
  const agentEnd = agentTo === -1 ? tokens.length : agentTo;
  return {
    tokens: [
      ...tokens.slice(agentFrom, agentEnd),
      ...action,
      ...patient,
      ...tokens.slice(isAction ? verbPlace : verbPlace + action.length, agentFrom),
      ...tokens.slice(agentEnd),
    ],
    subjectLength: agentEnd - agentFrom,
  };
};
