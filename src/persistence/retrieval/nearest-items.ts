import { highest } from '#domain/retrieval/highest.ts';
import type { Cosines } from './known-vectors.ts';

/** Items that are ranked for their meaning, beside those of the words. */
const most = 300;

/**
 * The nearest items by meaning, nearest first, of those that `seenOf` keeps, which are the viewer's: hidden ones take nobody's
 * place.
 */
export const nearestItems = async (
  { ids, values }: Cosines,
  seenOf: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  for (let tried = 2 * most; ; tried *= 8) {
    const nearest = highest(values, tried).map((place) => ids[place] ?? '');
    const seen = await seenOf(nearest);
    if (seen.length >= most || nearest.length >= ids.length) return seen.slice(0, most);
  }
};
