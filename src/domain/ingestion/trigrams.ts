/**
 * The trigrams of a text as PostgreSQL's pg_trgm cuts them: lower-case words of letters and digits, each with two
 * spaces before and one after.
 */
const trigramsOf = (text: string): ReadonlySet<string> => {
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

/** Like `trigramSimilarity`, of one text to many. */
export const likenessTo = (text: string): ((other: string) => number) => {
  const trigrams = trigramsOf(text);
  return (other) => setSimilarity(trigrams, trigramsOf(other));
};

const setSimilarity = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = a.intersection(b).size;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
};

/**
 * Prepares what is stored for many questions; the answer is 1 − the highest similarity to any of it, in [0, 1], and 1 when
 * nothing is stored. Compare within one visibility only. A question costs what it shares with the stored texts, not all of it.
 */
export const noveltyAgainst = (stored: readonly string[]): ((content: string) => number) => {
  const sizes: number[] = [];
  const holders = new Map<string, number[]>();
  for (const [place, content] of stored.entries()) {
    const trigrams = trigramsOf(content);
    sizes.push(trigrams.size);
    for (const trigram of trigrams) {
      const places = holders.get(trigram);
      if (places === undefined) holders.set(trigram, [place]);
      else places.push(place);
    }
  }
  return (content) => {
    const trigrams = trigramsOf(content);
    const shared = new Uint32Array(stored.length);
    for (const trigram of trigrams)
      for (const place of holders.get(trigram) ?? []) shared[place] = (shared[place] ?? 0) + 1;
    let highest = 0;
    for (const [place, size] of sizes.entries()) {
      const common = shared[place] ?? 0;
      if (common > 0) highest = Math.max(highest, common / (trigrams.size + size - common));
    }
    return 1 - highest;
  };
};
