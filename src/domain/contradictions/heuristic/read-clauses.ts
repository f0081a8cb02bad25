import { withoutBounds } from '#domain/contradictions/heuristic/bounded-sentences.ts';
import { expandSentence } from '#domain/contradictions/heuristic/expand-sentence.ts';
import { lemmaOf } from '#domain/contradictions/heuristic/lemmas.ts';
import { type Moment, markMoments } from '#domain/contradictions/heuristic/moments.ts';
import { type Modality, type Mood, moodsOf } from '#domain/contradictions/heuristic/moods.ts';
import { markQuantities, type Quantity } from '#domain/contradictions/heuristic/quantities.ts';
import { withHolderFirst, withRoleFirst } from '#domain/contradictions/heuristic/turned-sentences.ts';
import {
  inActiveOrder,
  type OrderedTokens,
  subjectLength,
  withoutOf,
} from '#domain/contradictions/heuristic/word-order.ts';
import {
  conditions,
  determiners,
  fillers,
  hedges,
  modals,
  negators,
  pointers,
  prepositions,
  soft,
} from '#domain/contradictions/heuristic/words.ts';

/** A word that carries content, or the mark of a value; `before` and `after` are its neighbours, articles left out before it. */
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

/** A sentence, as far as its words alone show its meaning. */
export interface Clause {
  /** Words as written; values are marks (`§mass`, `¤`). */
  readonly written: OrderedTokens;
  /** Words with agent first, then verb, then object; unchanged when already in that order. */
  readonly active: OrderedTokens;
  readonly lemmas: ReadonlySet<string>;
  readonly quantities: readonly (Quantity & { readonly before: string; readonly leads: boolean })[];
  readonly moments: readonly Moment[];
  readonly negations: number;
  readonly modality: Modality;
  /** It is said of these alone. */
  readonly only: 'subject' | 'object' | null;
  /** It is said of everybody. */
  readonly isOfEverybody: boolean;
  readonly isPast: boolean;
  /** It reports a single event: its verb is in the simple past. */
  readonly isEvent: boolean;
  /** It hedges. */
  readonly isVague: boolean;
  /** It holds under a condition. */
  readonly isConditional: boolean;
  /** It says of something that it has ended, or is there no more. */
  readonly isEnding: boolean;
  /** It says what one person thinks or does. */
  readonly isOfSpeaker: boolean;
  readonly isSoft: boolean;
  /** Its subject is one that is known: `the …`, `our …`. */
  readonly isDefinite: boolean;
}

/** UTF-16 code units beyond which a statement is not compared by words. */
const longestContent = 4_000;
const longestSentence = 400;
const mostSentences = 20;

const contrast = /\bnot only\b|\bnot just\b|\bnot yet\b|\bin favou?r of\b|\bnot necessarily\b/;
const pastMark =
  /\b(?:formerly|previously|originally|historically|in the past|last (?:year|month|week|quarter)|at the time)\b/;
const past = new Set(['was', 'were', 'had', 'did', 'formerly', 'previously', 'originally', 'historically']);
const definite = new Set(['the', 'our', 'my']);
const speaker = new Set(['i', 'my', 'me', 'mine']);
const everybody = new Set(['anyone', 'anybody', 'everyone', 'everybody']);

/** The sentences of a statement, as they are written. */
const sentencesOf = (content: string): string[] =>
  content
    .slice(0, longestContent)
    .normalize('NFKC')
    .split(/(?<=[.!?])\s+|[\n;]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= longestSentence)
    .slice(0, mostSentences);

/** The words of a sentence that are written as names are, lower-case; its first word only where more than its capital shows it. */
const namesIn = (sentence: string): ReadonlySet<string> => {
  const names = new Set<string>();
  // Most sentences have no name.
  if (!/[^a-z ,.;:'()-]/.test(sentence.slice(1))) return names;
  for (const { 0: word, index } of sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_'./+#-]*(?<![.'/-])/gu))
    if (/^.+[\p{Lu}\d_/.+#]|^\p{Lu}(?=.)/u.test(word) && (index > 0 || /^.+[\p{Lu}\d_/.]/u.test(word)))
      names.add(word.toLowerCase());
  return names;
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
  'from',
]);

const onlyIn = (words: readonly string[], subject: number): Clause['only'] => {
  const at = words.findIndex(
    (word) => word === 'only' || word === 'solely' || word === 'exclusively' || word === 'alone',
  );
  if (at === -1) return null;
  return at < Math.max(subject, 1) ? 'subject' : 'object';
};
const onlyWords = new Set(['only', 'solely', 'exclusively', 'alone']);

/** Subjects to whom `may` grants permission; of a thing it states possibility. */
const people =
  /(?:[eo]rs?|ees?|[ai]nts?|ists?|users?|agents?|staff|people|persons?|teams?|members?|admins?|guests?|interns?|students?|partners?)$/;
const things =
  /^(?:\w*(?:sens|mot|contain|serv|rout|controll|buff|paramet|process|monit|filt|scann|work|schedul|numb|ord|lett|err|head|fold|lay|regist|adapt|connect|descript|factor|pow|tow|wat|met|timeout|ord|serv|hand|pap)[eo]rs?|constants?|variants?|components?|documents?|events?|elements?|statements?|requirements?|deployments?|environments?|payments?|points?|amounts?|accounts?|clients?|employment|other|water|paper|either|whether|number|error|order|server|never)$/;

/** `copying production data`, `the generation of reports`. */
const namesAction = (words: readonly string[]): boolean => {
  const first = words.find((word) => !determiners.has(word)) ?? '';
  return /(?:ing|ion)$/.test(first) || words.slice(0, 4).some((word) => /[^aeiou]ion$/.test(word));
};

/** Words between which nothing but a point in time stands: they set no condition. */
const temporal = new Set(['after', 'before', 'since', 'until', 'during', 'once']);
const isConditionWord = (words: readonly string[], at: number): boolean => {
  const [word = '', next = ''] = [words[at], words[at + 1]];
  return conditions.has(word) && !onlyWords.has(word) && !(temporal.has(word) && /^[§¤]/.test(next));
};

const pastForms = new Set(
  'ran wrote kept sent built held made took gave met found led left lost paid sold spent stood chose bought broke began went came saw said told won grew drew fell'.split(
    ' ',
  ),
);

const readTokens = (
  words: readonly string[],
  verbAt: number,
  names: ReadonlySet<string>,
  quantities: readonly Quantity[],
) => {
  const tokens: Token[] = [];
  const found: Clause['quantities'][number][] = [];
  const firstComma = words.indexOf(',');
  const opensWithPlace = prepositions.has(words[0] ?? '') || isConditionWord(words, 0);
  let isCondition = false;
  let subjects = 0;
  let negations = 0;
  for (const [at, word] of words.entries()) {
    if (at === verbAt) subjects = tokens.length;
    let previous = at - 1;
    while (previous > 0 && (determiners.has(words[previous] ?? '') || onlyWords.has(words[previous] ?? '')))
      previous -= 1;
    const [before = '', after = ''] = [words[previous], words[at + 1]];
    if (isConditionWord(words, at)) isCondition = true;
    else if (word === ',') isCondition = false;
    if (negators.has(word) && !isCondition) negations += 1;
    const quantity = word.startsWith('§') ? quantities[Number(word.slice(1))] : undefined;
    const add = (lemma: string, isName: boolean) =>
      tokens.push({ lemma, word, before, after, isName, isCondition });
    if (quantity) {
      found.push({
        ...quantity,
        before,
        leads: opensWithPlace && (firstComma === -1 ? at < 4 : at < firstComma),
      });
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
  if (verbAt >= words.length) subjects = tokens.length;
  return { written: { tokens, subjectLength: subjects }, quantities: found, negations };
};

const readClause = (mood: Mood, names: ReadonlySet<string>): Clause | null => {
  const dated = markMoments(mood.sentence);
  const { marked, quantities } = markQuantities(dated.marked);
  const words = withoutOf(
    marked.match(/[§¤]\d+|[\p{L}\p{N}][\p{L}\p{N}_'./+#-]*(?<![.'/-])|[,:=()]/gu) ?? [],
  );
  const first = words.find((word) => /^\p{L}/u.test(word));
  if (first === undefined || pointers.has(first)) return null;
  // The source of a predicate names the action and no agent: `copying data is forbidden`.
  const verbAt = mood.isNominal && namesAction(words) ? 0 : subjectLength(words);
  const read = readTokens(words, verbAt, names, quantities);
  const { tokens, subjectLength: subjects } = read.written;
  const content = tokens.filter(({ lemma }) => isWord(lemma));
  if (content.length === 0 || (tokens.length < 2 && !mood.isAsked)) return null;
  const active = inActiveOrder(words, tokens, subjects);
  const verb = words[verbAt] ?? '';
  const isEvent = verbAt > 0 && (pastForms.has(verb) || (/ed$/.test(verb) && verb !== 'need'));
  const has = (of: ReadonlySet<string>) => words.some((word) => of.has(word));
  const subject = words[verbAt - 1] ?? '';
  const mayBeSo =
    mood.modality === 'may' && active.tokens === tokens && (!people.test(subject) || things.test(subject));
  return {
    written: read.written,
    active,
    lemmas: new Set(tokens.map(({ lemma }) => lemma)),
    quantities: read.quantities,
    moments: dated.moments,
    negations: read.negations + mood.negations,
    modality: mood.modality,
    only: onlyIn(words, verbAt),
    isOfEverybody: has(everybody),
    isPast: isEvent || has(past) || pastMark.test(mood.sentence),
    isEvent,
    isVague: has(hedges) || mayBeSo,
    isConditional: words.some((_, at) => isConditionWord(words, at)),
    isEnding: mood.isEnding,
    isOfSpeaker: has(speaker),
    isSoft: mood.modality === 'should' || content.some(({ lemma }) => soft.has(lemma)),
    isDefinite: definite.has(words[0] ?? ''),
  };
};

/** `Service A` is not an article. */
const singleLetter = / [A-HJ-Z](?:[ .,;:!?)]|$)/;
const withLettersMarked = (sentence: string): string =>
  !singleLetter.test(sentence)
    ? sentence
    : sentence.replaceAll(/(?<=[\p{L}\p{N}] )[A-HJ-Z](?=[ .,;:!?)]|$)/gu, (letter) => `${letter}_`);

/** A sentence as it is read. */
export interface ReadSentence {
  /** Words as written, lower-case. */
  readonly said: string;
  /** Words as written, except that the letter in `Service A` is marked. */
  readonly written: string;
  /** Lower-case, without preambles and remarks, in plainer words; empty where it states nothing. */
  readonly plain: string;
  /** The ways in which it can be read; none where its words do not show what it says. */
  readonly clauses: readonly Clause[];
}

const readWays = (plain: string, names: ReadonlySet<string>): Clause[] =>
  moodsOf(plain).flatMap((mood) => readClause(mood, names) ?? []);

const readSentence = (sentence: string): ReadSentence => {
  const written = withRoleFirst(withLettersMarked(sentence));
  const lower = written.toLowerCase();
  // A question, and a lead-in, state nothing.
  if (/[?:][*_`'")]{0,4}$/.test(lower) || contrast.test(lower))
    return { said: sentence.toLowerCase(), written, plain: '', clauses: [] };
  const names = namesIn(written);
  const plain = expandSentence(lower);
  const turned = withHolderFirst(written);
  const ways = readWays(plain, names);
  if (turned !== written) ways.push(...readWays(expandSentence(turned.toLowerCase()), names));
  const unbounded = withoutBounds(lower);
  if (unbounded !== null) ways.push(...readWays(expandSentence(unbounded), names));
  return { said: sentence.toLowerCase(), written, plain, clauses: ways };
};

/** The sentences of a statement, in their order. */
export const readSentences = (content: string): readonly ReadSentence[] =>
  sentencesOf(content).map(readSentence);
