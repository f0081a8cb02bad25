import { highest } from '#domain/retrieval/highest.ts';
import type { Cosines } from './known-vectors.ts';

/** Items that are ranked for their meaning, beside those of the words. */
const most = 300;
/** So many times as many are asked about next, at most. */
const mostGrowth = 64;

/**
 * The nearest items by meaning, nearest first, of those that `seenOf` keeps, which are the viewer's: hidden ones take nobody's
 * place. It is asked about further ones until there are enough: about as many as it takes by the share that it kept.
 */
export const nearestItems = async (
  { ids, values }: Cosines,
  seenOf: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const seen: string[] = [];
  for (let asked = 0, next = 2 * most; ; ) {
    const nearest = highest(values, next).map((place) => ids[place] ?? '');
    seen.push(...(await seenOf(nearest.slice(asked))));
    if (seen.length >= most || nearest.length < next) return seen.slice(0, most);
    asked = next;
    next *= Math.min(mostGrowth, Math.max(2, Math.ceil((1.25 * most) / Math.max(1, seen.length))));
  }
};
