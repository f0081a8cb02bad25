import { meaningLifts, type RetrievalNumbers } from './meaning.ts';

/** One thing that a search finds, of any kind. */
interface Hit {
  readonly id: string;
  /** How well its words answer, 0 or more. */
  readonly rank: number;
}

interface Asked<Found extends Hit> extends RetrievalNumbers {
  /** Null where a hit has no vector. */
  cosineOf(hit: Found): number | null;
}

/**
 * Hits of a search by words and by meaning in one order, what answers best first, equals by id. `meant` are near in meaning and
 * hold none of the words: those that do not stand out among all are left out. Depends on the given hits alone, so that nothing
 * hidden moves it.
 */
export const mixedHits = <Found extends Hit>(
  found: readonly Found[],
  meant: readonly Found[],
  { cosineOf, ...numbers }: Asked<Found>,
): (Found & { readonly meaning: number | null })[] => {
  const all = [...found, ...meant];
  const lifts = meaningLifts(
    all.map(({ rank }) => rank),
    all.map(cosineOf),
    numbers,
  );
  return all
    .map((hit, at) => {
      const meaning = lifts[at] ?? null;
      return { ...hit, meaning, rank: hit.rank + (meaning ?? 0) };
    })
    .filter(({ rank }, at) => at < found.length || rank > 0)
    .sort((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1));
};
