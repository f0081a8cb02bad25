import { expandSentence } from '#domain/contradictions/heuristic/expand-sentence.ts';
import { lemmaOf } from '#domain/contradictions/heuristic/lemmas.ts';
import { type Moment, markMoments } from '#domain/contradictions/heuristic/moments.ts';
import { markQuantities, type Quantity } from '#domain/contradictions/heuristic/quantities.ts';
import { inActiveOrder, subjectLength, withoutOf } from '#domain/contradictions/heuristic/word-order.ts';
import {
  conditions,
  fillers,
  hedges,
  modals,
  negators,
  pointers,
  prepositions,
  soft,
} from '#domain/contradictions/heuristic/words.ts';

/** A word that carries content, or the mark of a value; `before` and `after` are its neighbours as they stand there. */
export interface Token {
  readonly lemma: string;
  readonly word: string;
  readonly before: string;
  readonly after: string;
  /** It is written as a name is: with a capital, a digit or a mark within. */
  readonly isName: boolean;
  /** It says under which condition the rest holds. */
  readonly isCondition: boolean;
}

/** What a sentence says of its deed: that it is asked, advised, possible, allowed, or left open; null: that it is so. */
export type Modality = 'must' | 'should' | 'can' | 'may' | 'optional' | null;

/** A sentence as far as its words alone tell what it says. */
export interface Clause {
  /** As they stand there; values are marks (`§mass`, `¤`). */
  readonly tokens: readonly Token[];
  /** Who does it first, then the deed, then to what it is done; the same as `tokens` where they stand so already. */
  readonly activeOrder: readonly Token[];
  /** So many of `tokens` come before the verb. */
  readonly subjectLength: number;
  readonly quantities: readonly (Quantity & { readonly before: string; readonly leads: boolean })[];
  readonly moments: readonly Moment[];
  readonly negations: number;
  readonly modality: Modality;
  /** It is said of these alone. */
  readonly only: 'subject' | 'object' | null;
  readonly isPast: boolean;
  /** It hedges. */
  readonly isVague: boolean;
  /** It holds under a condition. */
  readonly isConditional: boolean;
  /** It says what one person thinks or does. */
  readonly isOfSpeaker: boolean;
  readonly isSoft: boolean;
}

/** So much of a statement is compared; who writes more is not compared by words. */
const longestContent = 4_000;
const longestSentence = 400;
const mostSentences = 20;

const contrast =
  /, not |\bnot only\b|\bnot just\b|\bnot yet\b|\brather than\b|\binstead of\b|\bin (?:favou?r|place) of\b|\bnot necessarily\b/;
const pastMark =
  /\b(?:formerly|previously|originally|historically|in the past|last (?:year|month|week|quarter)|at the time)\b/;
const past = new Set(['was', 'were', 'had', 'did', 'formerly', 'previously', 'originally', 'historically']);
const speaker = new Set(['i', 'my', 'me', 'mine']);

/** The sentences of a statement, as they are written. */
export const sentencesOf = (content: string): string[] =>
  content
    .slice(0, longestContent)
    .normalize('NFKC')
    .split(/(?<=[.!?])\s+|[\n;]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= longestSentence)
    .slice(0, mostSentences);

/** The words of a sentence that are written as names are, lower-case; its first word only where more than a capital tells. */
const namesIn = (sentence: string): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const { 0: word, index } of sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_'./+#-]*(?<![.'/-])/gu))
    if (/^.+[\p{Lu}\d_/.+#]|^\p{Lu}(?=.)/u.test(word) && (index > 0 || /^.+[\p{Lu}\d_/.]/u.test(word)))
      names.add(word.toLowerCase());
  return names;
};

/** A phrase that opens a sentence, up to its comma, says where or when: it stands behind as well. */
const withOpeningBehind = (sentence: string): string => {
  const opening =
    /^((?:in|on|at|for|by|during|within|after|before|under|when|if|while|once|until|since|from|with) [^,]{2,80}), (.+?)([.!]?)$/.exec(
      sentence,
    );
  return opening ? `${opening[2]} ${opening[1]}${opening[3]}` : sentence;
};

const isWord = (word: string): boolean => /^[\p{L}\p{N}]/u.test(word);
const plainPrepositions = new Set([
  'in',
  'on',
  'at',
  'for',
  'by',
  'of',
  'as',
  'to',
  'into',
  'onto',
  'via',
  'using',
]);

/** `X is required`, `X is forbidden`: what the sentence says of X is in its last words. */
const asked: readonly (readonly [RegExp, Modality, boolean])[] = [
  [
    / (?:is|are|be) (?:strictly |always |explicitly )?(?:prohibited|forbidden|disallowed|banned|not (?:allowed|permitted|acceptable|tolerated))(?= |[.!]?$)/,
    'must',
    true,
  ],
  [/ (?:is|are|be) (?:explicitly |always )?(?:allowed|permitted|acceptable)(?= |[.!]?$)/, 'can', false],
  [
    / (?:is|are) (?:entirely |purely )?(?:optional|voluntary|not (?:required|mandatory|obligatory|compulsory|needed|necessary))(?= |[.!]?$)/,
    'optional',
    false,
  ],
  [
    / (?:is|are) (?:always |strictly )?(?:required|mandatory|obligatory|compulsory|needed|necessary)(?= |[.!]?$)/,
    'must',
    false,
  ],
  [
    /^(?:we |the (?:team|project|policy) )(?:strictly )?(?:forbids?|prohibits?|disallows?|bans?|do not (?:allow|permit)) /,
    'must',
    true,
  ],
  [/^(?:we |the (?:team|project|policy) )(?:allows?|permits?) /, 'can', false],
  [/^we (?:always )?(?:require|demand) /, 'must', false],
];

interface Mood {
  readonly sentence: string;
  readonly modality: Modality;
  readonly negations: number;
}

const moodOf = (sentence: string): Mood => {
  for (const [pattern, modality, isDenied] of asked)
    if (pattern.test(sentence))
      return { sentence: sentence.replace(pattern, ' ').trim(), modality, negations: isDenied ? 1 : 0 };
  const open = sentence.replace(/\bneednot\b/g, ' ');
  if (open !== sentence) return { sentence: open, modality: 'optional', negations: 0 };
  const modality = /\bmust\b/.test(sentence)
    ? 'must'
    : /\bshould\b/.test(sentence)
      ? 'should'
      : /\bcan\b/.test(sentence)
        ? 'can'
        : /\bmay\b/.test(sentence)
          ? 'may'
          : null;
  return { sentence, modality, negations: 0 };
};

const onlyIn = (words: readonly string[], subject: number): Clause['only'] => {
  const at = words.findIndex(
    (word) => word === 'only' || word === 'solely' || word === 'exclusively' || word === 'alone',
  );
  if (at === -1) return null;
  return at < Math.max(subject, 1) ? 'subject' : 'object';
};
const onlyWords = new Set(['only', 'solely', 'exclusively', 'alone']);

const readClause = (written: string): Clause | null => {
  const lower = written.toLowerCase();
  if (lower.endsWith('?') || contrast.test(lower)) return null;
  const names = namesIn(written);
  const mood = moodOf(withOpeningBehind(expandSentence(lower)));
  const dated = markMoments(mood.sentence);
  const { marked, quantities } = markQuantities(dated.marked);
  const words = withoutOf(
    marked.match(/[§¤]\d+|[\p{L}\p{N}][\p{L}\p{N}_'./+#-]*(?<![.'/-])|[,:=()]/gu) ?? [],
  );
  const first = words.find((word) => /^\p{L}/u.test(word));
  if (first === undefined || pointers.has(first)) return null;

  const verbAt = subjectLength(words);
  const only = onlyIn(words, verbAt);
  const tokens: Token[] = [];
  const found: Clause['quantities'][number][] = [];
  const firstComma = words.indexOf(',');
  const opensWithPlace = prepositions.has(first) || conditions.has(first);
  let isCondition = false;
  let subjects = 0;
  let negations = mood.negations;
  for (const [at, word] of words.entries()) {
    if (at === verbAt) subjects = tokens.length;
    const [before = '', after = ''] = [words[at - 1], words[at + 1]];
    if (conditions.has(word) && !onlyWords.has(word)) isCondition = true;
    else if (word === ',') isCondition = false;
    if (negators.has(word) && !isCondition) negations += 1;
    const quantity = word.startsWith('§') ? quantities[Number(word.slice(1))] : undefined;
    const add = (lemma: string, isName: boolean) =>
      tokens.push({ lemma, word, before, after, isName, isCondition });
    if (quantity) {
      const leads = opensWithPlace && (firstComma === -1 ? at < 4 : at < firstComma);
      found.push({ ...quantity, before, leads });
      add(`§${quantity.dimension}`, false);
    } else if (word.startsWith('¤')) add('¤', false);
    else if (
      isWord(word) &&
      !fillers.has(word) &&
      (isCondition || !negators.has(word)) &&
      !modals.has(word) &&
      !plainPrepositions.has(word) &&
      !onlyWords.has(word)
    )
      add(lemmaOf(word), names.has(word));
  }
  if (verbAt >= words.length) subjects = 0;
  const content = tokens.filter(({ lemma }) => isWord(lemma));
  const isAsked = mood.sentence !== marked && mood.modality !== null;
  if (content.length === 0 || (tokens.length < 2 && !isAsked)) return null;
  const has = (of: ReadonlySet<string>) => words.some((word) => of.has(word));
  return {
    tokens,
    activeOrder: inActiveOrder(words, tokens),
    subjectLength: subjects,
    quantities: found,
    moments: dated.moments,
    negations,
    modality: mood.modality,
    only,
    isPast: has(past) || pastMark.test(lower),
    isVague: has(hedges),
    isConditional: words.some((word) => conditions.has(word) && !onlyWords.has(word)),
    isOfSpeaker: has(speaker),
    isSoft: mood.modality === 'should' || content.some(({ lemma }) => soft.has(lemma)),
  };
};

/** The sentences of a statement that can be compared by their words. */
export const readClauses = (content: string): Clause[] =>
  sentencesOf(content).flatMap((sentence) => readClause(sentence) ?? []);
