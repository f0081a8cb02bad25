import { foldedName } from '#domain/privacy/folded-name.ts';

/** Kinds of names that an erasure leaves as they are, since rows and people are known by them. */
export const namePlaces = [
  'DOCUMENT_PATH',
  'TRACE_PATH',
  'PROJECT',
  'STATE_KEY',
  'GROUP',
  'LABEL',
  'LABEL_RULE',
  'DOMAIN_KEYWORD',
  'SOURCE_OWNER_RULE',
  'WEBHOOK',
] as const;
export type NamePlace = (typeof namePlaces)[number];

export interface PlacedName {
  readonly place: NamePlace;
  readonly name: string;
}

/** Words that are erased, as they are looked for in names. */
export interface SoughtWords {
  readonly wordings: readonly string[];
  /** The name of the erased person; null: nobody. */
  readonly person: string | null;
}

/** Words that have to stand in a row, as in a path that was made of a heading. */
const leastWords = 3;
/** Letters and digits of such words together; as few as a wording needs to be looked for elsewhere. */
const leastLetters = 12;

/** Words as names are compared: without case and marks, a capital inside a word begins another. */
const wordsOf = (text: string): string[] =>
  foldedName(text.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words from `at` on, one more each time, until they are enough to be known again. */
const growingRuns = (words: readonly string[], at: number): string[] => {
  const runs: string[] = [];
  for (let end = at; end < words.length; end += 1) {
    const run = `${runs.at(-1) ?? ''}${words[end]}`;
    runs.push(run);
    if (runs.length >= leastWords && run.length >= leastLetters) break;
  }
  return runs;
};

/** Runs by which a wording is known again; a wording of fewer words only by all of them. */
const runsOf = (wording: string): string[] => {
  const words = wordsOf(wording);
  return words.flatMap((_, at) => {
    const runs = growingRuns(words, at);
    const run = runs.at(-1) ?? '';
    return run.length >= leastLetters && (at === 0 || runs.length >= leastWords) ? [run] : [];
  });
};

/**
 * Makes a function that says whether erased words stand in a name: three words of a wording in a row or more, of at least twelve letters,
 * or the whole of a shorter one, or the words of the erased person's name. Linear in the name and, once, in the wordings.
 */
export const nameMatcher = ({ wordings, person }: SoughtWords): ((name: string) => boolean) => {
  const known = new Set(wordings.flatMap(runsOf));
  const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;
  const personWords = wordsOf(person ?? '');
  return (name) => {
    const words = wordsOf(name);
    return (
      (personWords.length > 0 && spaced(words).includes(spaced(personWords))) ||
      words.some((_, at) => growingRuns(words, at).some((run) => known.has(run)))
    );
  };
};

/** Picks the names in which erased words stand. */
export const namesWithWords = (names: readonly PlacedName[], sought: SoughtWords): PlacedName[] => {
  const holdsWords = nameMatcher(sought);
  return names.filter(({ name }) => holdsWords(name));
};
