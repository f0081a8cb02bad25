import { stemmer } from 'stemmer';
import { hasUnspaced, pairsOf, piecesOf } from '#domain/input/unspaced-words.ts';

/** English words that say nothing of what a text is about. */
const stopWords = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further had has have having he her here hers herself him himself his
  how i if in into is it its itself just me more most my myself no nor not now of off on once only or other our ours ourselves
  out over own same she should so some such than that the their theirs them themselves then there these they this those
  through to too under until up very was we were what when where which while who whom why will with would you your yours
  yourself yourselves`.split(/\s+/),
);

/** A run of letters and digits, with the marks that stand inside names and code. */
const name = /[\p{L}\p{M}\p{N}]+(?:[._/@#:+-]+[\p{L}\p{M}\p{N}]+)*/gu;
const parts = /[\p{L}\p{M}]+|\p{N}+/gu;
const lowerToUpper = /(\p{Ll})(\p{Lu})/gu;
const possessive = /['’]s(?!\p{L})/gu;
const plain = /^[a-z]+$/;
/** Marks by which a name is followed by something else: a line, an anchor, a protocol. */
const followed = /[#:+]+\/*/u;

const namesIn = (text: string): readonly string[] => text.replaceAll(possessive, '').match(name) ?? [];

const partsOf = (found: string): readonly string[] =>
  found.replaceAll(lowerToUpper, '$1 $2').toLowerCase().match(parts) ?? [];

const termsOfName = (found: string): readonly string[] => {
  const lower = found.toLowerCase();
  if (stopWords.has(lower)) return [];
  if (plain.test(lower) && !lowerToUpper.test(found)) return [stemmer(lower)];
  const words = partsOf(found);
  const terms = words.flatMap((word) => {
    if (hasUnspaced(word)) return pairsOf(word);
    if (stopWords.has(word)) return [];
    return [plain.test(word) ? stemmer(word) : word];
  });
  // A name with marks in it is also a term as a whole.
  return words.length > 1 ? [...terms, lower] : terms;
};

/**
 * Returns a reader of the terms by which texts are found, each as often as it stands there: words without stop words and
 * without their endings, the parts of names and code and the whole of them, pairs of letters where a script writes no
 * spaces. It keeps what it has read, so that it is for one task.
 */
export const createTermReader = (): ((text: string) => string[]) => {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const terms: string[] = [];
    for (const found of namesIn(text.normalize('NFKC'))) {
      let of = known.get(found);
      if (of === undefined) {
        of = termsOfName(found);
        known.set(found, of);
      }
      for (const term of of) terms.push(term);
    }
    return terms;
  };
};

/**
 * Words by which texts with the terms of a task are looked for in the index of the store, each once: in the spelling of the task and
 * in that of its terms; a name whole and in parts, since the index keeps `config.yaml` as one word; of scripts without spaces each
 * pair of letters.
 */
export const lookedUpWords = (task: string): readonly string[] => {
  const names = [task.normalize('NFKC'), task.normalize('NFC')].flatMap(namesIn);
  const words = names.flatMap((found) => {
    const lower = found.toLowerCase();
    return stopWords.has(lower) ? [] : [lower, ...lower.split(followed), ...partsOf(found)];
  });
  return [...new Set(words.flatMap(piecesOf))].filter((word) => !stopWords.has(word));
};
