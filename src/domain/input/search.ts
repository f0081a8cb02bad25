import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { hasUnspaced, searchInPairs } from '#domain/input/unspaced-words.ts';
import { hasTerms } from '#domain/retrieval/relevance.ts';

/** UTF-16 code units. */
const maxSearchLength = 1_000;
const shortestAlikeWord = 3;
const mostAlikeWords = 4;

/** A person's search. */
export interface Search {
  /** Words in the syntax of a search box: words, "phrases", `or`, `-without`; runs of letters without spaces as phrases of pairs. */
  readonly words: string;
  /**
   * Words to be looked for by likeness where nothing holds the words: at most four, lower-case, the longest first;
   * none where none has three letters.
   */
  readonly alike: readonly string[];
}

const excluded = /(?<=^|\s)-(?:"[^"]*"?|\S+)/gu;
const word = /[\p{L}\p{M}\p{N}]+/gu;

/** Words that a search looks for, in lower case and in their order: none that it leaves out. */
export const wordsLookedFor = (text: string): string[] =>
  text.replaceAll(excluded, ' ').toLowerCase().match(word) ?? [];

/** True when a search names a phrase or words to leave out: other words that mean the same are not looked for. */
export const isLiteral = (text: string): boolean => /"|(?<=^|\s)-\S/u.test(text);

const refused = (message: string, path: readonly string[]): DomainError =>
  new DomainError('input.invalid', message, path);

/** Reads the text of a search; throws `input.invalid` for one that cannot be meant: empty, too long, without a letter or a digit. */
export const readSearch = (text: string, path: readonly string[] = ['filter', 'search']): Search => {
  assertStorableText(text, { name: 'The search', path, min: 1, max: maxSearchLength });
  if (!/[\p{L}\p{N}]/u.test(text))
    throw refused('The search has neither a letter nor a digit. Name a word to look for.', path);
  const alike = [...new Set(wordsLookedFor(text))]
    .filter((one) => [...one].length >= shortestAlikeWord)
    .sort((one, other) => other.length - one.length)
    .slice(0, mostAlikeWords);
  return { words: searchInPairs(text), alike };
};

/**
 * Like `readSearch`, for a search that is the whole question: throws `input.invalid` too where no word is left to look
 * for, and says what comes nearest.
 */
export const readQuery = (text: string, path: readonly string[]): Search => {
  const search = readSearch(text, path);
  const words = wordsLookedFor(text);
  if (words.length === 0) {
    const included = text.replaceAll(/(?<=^|\s)-(?=["\p{L}\p{N}])/gu, '').trim();
    throw refused(
      `The search only leaves words out, and looks for none. To look for them, ask for ${included}.`,
      path,
    );
  }
  if (!hasTerms(words.join(' ')))
    throw refused(
      `The search has only words that stand in every text: ${words.join(', ')}. Add a word that says what it is about.`,
      path,
    );
  return search;
};

/**
 * How a word that is nearly right begins and ends, by three letters, or of more than ten letters by five: one letter
 * wrong in it leaves one of the two as it is.
 */
export const endsOfWord = (whole: string): { readonly beginning: string; readonly ending: string } => {
  const letters = [...whole];
  const length = letters.length > 10 ? 5 : shortestAlikeWord;
  return { beginning: letters.slice(0, length).join(''), ending: letters.slice(-length).join('') };
};

/** The keys under which the store finds texts with a word that begins or ends so, as its function `word_ends` makes them. */
export const keysOfEnds = (whole: string): readonly string[] => {
  const { beginning, ending } = endsOfWord(whole);
  return hasUnspaced(whole) ? [beginning, ending] : [`^${beginning}`, `${ending}$`];
};
