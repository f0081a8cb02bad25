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
    let from = at;
    while (isContent(turned[from - 1])) from -= 1;
    let start = at + 1;
    while (['the', 'a', 'an', 'our', 'each', 'every', 'all'].includes(turned[start] ?? '')) start += 1;
    let end = start;
    while (isContent(turned[end])) end += 1;
    if (from === at || end === start || end - start > 3) continue;
    turned.splice(from, end - from, ...turned.slice(start, end), ...turned.slice(from, at));
  }
  return turned;
};

/** How many words come before the verb: the first auxiliary, else the first word that can be a verb and is no noun where it stands. */
export const subjectLength = (words: readonly string[]): number => {
  for (const [at, word] of words.entries()) {
    if (prepositions.has(word) && at > 0 && word !== 'to') continue;
    if (auxiliaries.has(word)) return at;
    if (!/^\p{L}/u.test(word) || !verbs.has(lemmaOf(word))) continue;
    const before = words[at - 1];
    if (before === undefined) {
      // The first word of a command; a noun where a verb follows it.
      if (/(?:s|ed|ing)$/.test(word)) continue;
      const rest = words.slice(1, 5);
      if (rest.some((next) => auxiliaries.has(next))) continue;
      return 0;
    }
    if (determiners.has(before) || prepositions.has(before)) continue;
    if (/ing$/.test(word)) continue;
    return at;
  }
  return words.length;
};

const isParticiple = (word: string): boolean =>
  /^\p{L}{2,}(?:ed|en|wn|pt|nt|lt|ld|ught|ept|un|et|ut)$/u.test(word) ||
  ['made', 'done', 'used', 'use'].includes(word);
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
export const inActiveOrder = (words: readonly string[], tokens: readonly Token[]): readonly Token[] => {
  let verb = -1;
  for (let at = 1; at < words.length && verb === -1; at += 1) {
    let from = at - 1;
    while (from > 0 && between.has(words[from] ?? '')) from -= 1;
    if (forms.has(words[from] ?? '') && isParticiple(words[at] ?? '') && verbs.has(lemmaOf(words[at] ?? '')))
      verb = at;
  }
  if (verb === -1) return tokens;
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
  const patient = tokens.slice(0, verbPlace);
  const deed = tokens.slice(verbPlace, verbPlace + 1);
  if (agentFrom === -1) return [...deed, ...patient, ...tokens.slice(verbPlace + 1)];
  const agentEnd = agentTo === -1 ? tokens.length : agentTo;
  return [
    ...tokens.slice(agentFrom, agentEnd),
    ...deed,
    ...patient,
    ...tokens.slice(verbPlace + 1, agentFrom),
    ...tokens.slice(agentEnd),
  ];
};
