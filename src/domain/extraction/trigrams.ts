/** The trigrams of a text as PostgreSQL's pg_trgm cuts them: lower-case words of letters and digits, each with two spaces before and one after. */
export const trigramsOf = (text: string): ReadonlySet<string> => {
  const trigrams = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const characters = [' ', ' ', ...word, ' '];
    for (let at = 0; at + 3 <= characters.length; at += 1) {
      trigrams.add(characters.slice(at, at + 3).join(''));
    }
  }
  return trigrams;
};

/** Shared trigrams over all trigrams, in [0, 1], as pg_trgm's `similarity`; two texts without a word have none in common: 0. */
export const trigramSimilarity = (a: string, b: string): number =>
  setSimilarity(trigramsOf(a), trigramsOf(b));

const setSimilarity = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = a.intersection(b).size;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
};

/** 1 − the highest similarity to what is already held, in [0, 1]; 1 when nothing is held. Compare within one visibility only. */
export const noveltyOf = (content: string, held: readonly string[]): number => {
  const trigrams = trigramsOf(content);
  return (
    1 - held.reduce((highest, other) => Math.max(highest, setSimilarity(trigrams, trigramsOf(other))), 0)
  );
};
