import { stemmer } from 'stemmer';
import { judgeByHeuristic } from '#domain/contradictions/heuristic/judge-by-heuristic.ts';
import { negators } from '#domain/contradictions/heuristic/words.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';

const articles = new Set(['a', 'an', 'the']);
/** A word, a number with its sign, or a sign that changes what is said: `≥`, `%`. */
const sign =
  /(?:(?<![\p{L}\p{N}])[-−](?=\p{N}))?[\p{L}\p{N}]+(?:[.,'’]\p{N}+|['’]\p{L}+)*|[\p{Sm}\p{Sc}%‰]/gu;

/** Words that narrow what is said: without them a text says more. */
const limits = new Set([
  ...negators,
  ...['cannot', 'without', 'except', 'unless', 'only', 'until', 'if', 'provided'],
  ...['when', 'whenever', 'while', 'where', 'before', 'after', 'during', 'within'],
  ...['some', 'most', 'least', 'may', 'might', 'rarely', 'seldom', 'sometimes', 'usually', 'often', 'mostly'],
]);

const wordsIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => foldedName(text).match(sign) ?? []);

const isLimit = (word: string): boolean => limits.has(word) || /n['’]t$/.test(word);

/** Texts that a wording is compared with. */
export interface WordingSources {
  /** The statements that it takes the place of: that of an item, both sides of a merge. */
  readonly former: readonly string[];
  /** Further words of the source: spans, headings, lead-in. */
  readonly further: readonly string[];
}

/** True when the one statement says the opposite of the other, or has dropped a word that narrowed it. */
const departsFrom = (content: string, former: string): boolean => {
  const kept = new Set(wordsIn([content]));
  if (wordsIn([former]).some((word) => isLimit(word) && !kept.has(word))) return true;
  const asJudged = (id: string, text: string) => ({ id, content: text, speaker: '' });
  return judgeByHeuristic(asJudged('0', former), [asJudged('1', content)]).length > 0;
};

/** Roots of the words of texts, without articles. */
const rootsIn = (texts: readonly string[]): readonly string[] =>
  wordsIn(texts).flatMap((word) => (articles.has(word) ? [] : [stemmer(word)]));

/** True when the words that a statement shares with these stand in it as they do there: `X feeds Y` is not `Y feeds X`. */
const keepsOrder = (content: string, former: readonly string[]): boolean => {
  const words = rootsIn(former);
  const known = new Set(words);
  let next = 0;
  return rootsIn([content]).every((word) => {
    if (!known.has(word)) return true;
    next = words.indexOf(word, next) + 1;
    return next > 0;
  });
};

/**
 * True when a wording, a statement and what is said beside it (summary, name), does more than tidy its source: it has a word, folded to
 * its root, that the source has not, or its words in another order, or departs from every former statement, by dropping what narrowed
 * it or by contradicting it.
 */
export const saysMore = (
  [content = '', ...beside]: readonly string[],
  { former, further }: WordingSources,
): boolean => {
  const known = new Set(wordsIn([...former, ...further]).map(stemmer));
  const isNew = (word: string) => !articles.has(word) && !known.has(stemmer(word));
  return (
    wordsIn([content, ...beside]).some(isNew) ||
    !(keepsOrder(content, former) || keepsOrder(content, former.toReversed())) ||
    (former.length > 0 && former.every((statement) => departsFrom(content, statement)))
  );
};
