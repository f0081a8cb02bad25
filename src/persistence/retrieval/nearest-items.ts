import { highest } from '#domain/retrieval/highest.ts';
import type { Cosines } from './known-vectors.ts';

/** Items that are ranked for their meaning, beside those of the words. */
const most = 300;
/** The largest growth from one round to the next. */
const mostGrowth = 64;

type Ids = readonly string[];

/**
 * For each of several texts the nearest items by meaning, nearest first, of those that `seenOf` keeps, which are the viewer's: hidden
 * ones take nobody's place. It is asked about further ones, of all texts together, until there are enough of each: about as many as it
 * takes by the share that it kept. `nearestOf` lists the `most` nearest to each of these texts, nearest first.
 */
export const nearestOfEach = async (
  texts: number,
  nearestOf: (which: readonly number[], most: number) => Promise<readonly Ids[]>,
  seenOf: (nearest: readonly Ids[]) => Promise<readonly Ids[]>,
): Promise<readonly Ids[]> => {
  const found = Array.from({ length: texts }, (): string[] => []);
  let open = [...found.keys()];
  for (let asked = 0, next = 2 * most; open.length > 0; ) {
    const nearest = await nearestOf(open, next);
    const seen = await seenOf(nearest.map((ids) => ids.slice(asked)));
    for (const [at, which] of open.entries()) found[which]?.push(...(seen[at] ?? []));
    const countOf = (which: number) => found[which]?.length ?? 0;
    open = open.filter((which, at) => countOf(which) < most && (nearest[at]?.length ?? 0) === next);
    asked = next;
    const fewest = Math.max(1, Math.min(...open.map(countOf)));
    next *= Math.min(mostGrowth, Math.max(2, Math.ceil((1.25 * most) / fewest)));
  }
  return found.map((ids) => [...new Set(ids)].slice(0, most));
};

/** Like `nearestOfEach`, for one text. */
export const nearestItems = async (
  { ids, values }: Cosines,
  seenOf: (ids: Ids) => Promise<Ids>,
): Promise<Ids> => {
  const [found = []] = await nearestOfEach(
    1,
    async (_, next) => [highest(values, next).map((place) => ids[place] ?? '')],
    async ([nearest = []]) => [await seenOf(nearest)],
  );
  return found;
};
