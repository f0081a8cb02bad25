/**
 * Letters of scripts that write no spaces between words, or hang endings on them: Thai, Lao, Khmer, Kana, Han, Hangul.
 * The same as `unspaced_letter` of the store.
 */
const letters = String.raw`\u0E00-\u0EFF\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}`;
const unspaced = new RegExp(`[${letters}]`, 'u');
const runs = new RegExp(`[${letters}]+`, 'gu');
const cut = new RegExp(`([${letters}]+)`, 'u');

/** True when a text has a letter of such a script. */
export const hasUnspaced = (text: string): boolean => unspaced.test(text);

/** The overlapping pairs of letters of a run; of one letter itself. */
export const pairsOf = (run: string): string[] => {
  const all = [...run];
  return all.length < 2 ? all : all.slice(1).map((letter, at) => `${all[at]}${letter}`);
};

/** A word with the pairs of each run of such letters instead of the run. */
export const piecesOf = (word: string): string[] =>
  word.split(cut).flatMap((piece) => (hasUnspaced(piece) ? pairsOf(piece) : piece === '' ? [] : [piece]));

/** The pairs of each run in a phrase, in the order in which the store keeps them; a run in the middle ends in its last letter alone. */
const phraseInPairs = (phrase: string): string =>
  phrase
    .replace(runs, (run, at: number) => {
      const isLast = !/[\p{L}\p{N}]/u.test(phrase.slice(at + run.length));
      const last = isLast || [...run].length < 2 ? [] : [...run].slice(-1);
      return ` ${[...pairsOf(run), ...last].join(' ')} `;
    })
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** A piece of a search: a phrase in quotes, excluded or not, or what stands between spaces. */
const piece = /(-?)"([^"]*)"?|(-?)([^\s"]+)/gu;

/**
 * A search in which each run of such letters is a phrase of its pairs, so that it is found inside a longer run. A
 * search without them stays as it is.
 */
export const searchInPairs = (words: string): string =>
  hasUnspaced(words)
    ? words.replace(piece, (whole, excludes: string | undefined, phrase, excludesWord, word) => {
        const text: string = phrase ?? word;
        return hasUnspaced(text) ? `${excludes ?? excludesWord ?? ''}"${phraseInPairs(text)}"` : whole;
      })
    : words;
