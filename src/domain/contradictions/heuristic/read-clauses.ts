import { type Moment, markMoments } from './moments.ts';
import { markQuantities, type Quantity } from './quantities.ts';
import { conditions, fillers, hedges, negators, pointers, prepositions, soft, stemOf } from './words.ts';

/** A word that carries content, or the mark of a value; `before` and `after` are its neighbours as they stand there. */
export interface Token {
  readonly stem: string;
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** A sentence as far as its words alone tell what it says. */
export interface Clause {
  /** In their order; values are marks (`§mass`, `¤`). */
  readonly tokens: readonly Token[];
  readonly quantities: readonly (Quantity & { readonly before: string; readonly leads: boolean })[];
  readonly moments: readonly Moment[];
  readonly negations: number;
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

const preamble =
  /^(?:\[?\w+\]?: )?(?:(?:we|i|the team) (?:have |has )?(?:decided|agreed|concluded)(?: that| to)?|it (?:was|is|has been) (?:decided|agreed)(?: that| to)?|note that|please note that|decision:|fact:|requirement:|constraint:) /;
const contrast =
  /, not |\bnot only\b|\bnot just\b|\bnot yet\b|\brather than\b|\binstead of\b|\bnot necessarily\b/;

const expanded = (sentence: string): string =>
  sentence
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\bcannot\b/g, 'can not')
    .replaceAll(/\bcan't\b/g, 'can not')
    .replaceAll(/\bwon't\b/g, 'will not')
    .replaceAll(/n't\b/g, ' not')
    .replaceAll(/\bno longer\b(?! than)/g, 'not')
    .replaceAll(/\b(?:has|have|need|needs) to\b/g, 'must')
    .replaceAll(/\bi'm\b/g, 'i am')
    .replace(preamble, '');

const sentencesOf = (content: string): string[] =>
  content
    .slice(0, longestContent)
    .normalize('NFKC')
    .toLowerCase()
    .split(/(?<=[.!?])\s+|[\n;]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= longestSentence)
    .slice(0, mostSentences);

/** `the mass of the buoy` says what `the buoy mass` says. */
const withoutOf = (words: readonly string[]): string[] => {
  const turned = [...words];
  const isContent = (word: string | undefined): boolean =>
    word !== undefined &&
    /^[\p{L}\p{N}]/u.test(word) &&
    !fillers.has(word) &&
    !prepositions.has(word) &&
    !negators.has(word);
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

const readClause = (sentence: string): Clause | null => {
  if (sentence.endsWith('?') || contrast.test(sentence)) return null;
  const dated = markMoments(expanded(sentence));
  const { marked, quantities } = markQuantities(dated.marked);
  const words = withoutOf(marked.match(/[§¤]\d+|[\p{L}\p{N}][\p{L}\p{N}_'./-]*(?<![.'/-])|[,:=()]/gu) ?? []);
  const first = words.find((word) => /^[\p{L}]/u.test(word));
  if (first === undefined || pointers.has(first)) return null;

  const tokens: Token[] = [];
  const found: Clause['quantities'][number][] = [];
  const firstComma = words.indexOf(',');
  const opensWithPlace = prepositions.has(first) || conditions.has(first);
  for (const [at, word] of words.entries()) {
    const [before = '', after = ''] = [words[at - 1], words[at + 1]];
    const quantity = word.startsWith('§') ? quantities[Number(word.slice(1))] : undefined;
    if (quantity) {
      const leads = opensWithPlace && (firstComma === -1 ? at < 4 : at < firstComma);
      found.push({ ...quantity, before, leads });
      tokens.push({ stem: `§${quantity.dimension}`, word, before, after });
    } else if (word.startsWith('¤')) tokens.push({ stem: '¤', word, before, after });
    else if (
      /^[\p{L}\p{N}]/u.test(word) &&
      !fillers.has(word) &&
      !negators.has(word) &&
      !isPlainPreposition(word)
    )
      tokens.push({ stem: stemOf(word), word, before, after });
  }
  const content = tokens.filter(({ stem }) => /^[\p{L}\p{N}]/u.test(stem));
  if (content.length === 0 || tokens.length < 2) return null;
  const has = (of: ReadonlySet<string>) => words.some((word) => of.has(word));
  return {
    tokens,
    quantities: found,
    moments: dated.moments,
    negations: words.filter((word) => negators.has(word)).length,
    isPast: has(past),
    isVague: has(hedges),
    isConditional: has(conditions),
    isOfSpeaker: has(speaker),
    isSoft: content.some(({ stem }) => soft.has(stem)),
  };
};

const past = new Set(['was', 'were', 'had', 'did']);
const speaker = new Set(['i', 'my', 'me', 'mine']);
/** In, on and at say little that the order of the words does not; from and to, with and without do. */
const isPlainPreposition = (word: string): boolean =>
  ['in', 'on', 'at', 'for', 'by', 'of', 'as'].includes(word);

/** The sentences of a statement that can be compared by their words. */
export const readClauses = (content: string): Clause[] =>
  sentencesOf(content).flatMap((sentence) => readClause(sentence) ?? []);

/** True when two clauses say something of the same thing, value by value. */
export const haveSameFrame = (a: Clause, b: Clause): boolean =>
  a.isPast === b.isPast &&
  a.tokens.length === b.tokens.length &&
  a.tokens.every(({ stem }, at) => stem === b.tokens[at]?.stem);
