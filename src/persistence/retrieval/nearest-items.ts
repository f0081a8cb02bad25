import { highest } from '#domain/retrieval/highest.ts';
import type { Cosines } from './known-vectors.ts';

/** Items that are ranked for their meaning, beside those of the words. */
const most = 300;
const firstAsked = 2 * most;
/** Most of the nearest items that are looked up for a text before the viewer's own are, and most of these. */
export const mostLookedUp = 20_000;
/** Most items that are looked up at once for several texts. */
const mostAtOnce = 60_000;

type Ids = readonly string[];

/** Texts, each compared with the items of its scope. */
interface ComparedTexts {
  readonly count: number;
  /** Lists the `most` items that are nearest to each of these, nearest first. */
  readonly nearestOf: (which: readonly number[], most: number) => Promise<readonly Ids[]>;
  /** How near an item is to a text; null where it has no vector. */
  readonly cosineOf: (which: number, id: string) => number | null;
}

/** The items that may be given. */
export interface GivenItems {
  /** Keeps of each list, in its order, those that are the viewer's: hidden ones take nobody's place. */
  readonly seenOf: (lists: readonly Ids[]) => Promise<readonly Ids[]>;
  /**
   * Lists all of the scope of a text that the viewer may see, in any order; null: more than `mostLookedUp`. Absent: nobody is given what
   * is found, and no more than so many of the nearest are looked up.
   */
  readonly ownOf?: (which: number) => Promise<Ids | null>;
}

const firstOf = (ids: Ids): Ids => [...new Set(ids)].slice(0, most);

/**
 * For each of several texts the nearest items that are the viewer's, nearest first: however many are hidden, and however near, the same.
 * Further ones are looked up, of all texts together, until there are enough of each, about as many as it takes by the share that was given.
 * Where that is too many, all that the viewer may see are looked up in their place, or the nearest on, where they see as many.
 */
export const nearestOfEach = async (
  { count, nearestOf, cosineOf }: ComparedTexts,
  { seenOf, ownOf }: GivenItems,
): Promise<readonly Ids[]> => {
  const found = Array.from({ length: count }, (): string[] => []);
  const countOf = (which: number): number => found[which]?.length ?? 0;
  let open = [...found.keys()];
  for (let asked = 0, next = firstAsked; open.length > 0 && next <= mostLookedUp; ) {
    const nearest = await nearestOf(open, next);
    const seen = await seenOf(nearest.map((ids) => ids.slice(asked)));
    for (const [at, which] of open.entries()) found[which]?.push(...(seen[at] ?? []));
    open = open.filter((which, at) => countOf(which) < most && (nearest[at]?.length ?? 0) === next);
    asked = next;
    const fewest = Math.max(1, Math.min(...open.map(countOf)));
    next *= Math.max(2, Math.ceil((1.25 * most) / fewest));
    if (open.length * next > mostAtOnce) break;
  }
  /** The nearest of the viewer's own. */
  const nearestOwn = async (which: number, own: Ids): Promise<Ids> => {
    const near = own.flatMap((id) => {
      const cosine = cosineOf(which, id);
      return cosine === null ? [] : [{ id, cosine }];
    });
    near.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
    return (await seenOf([near.map(({ id }) => id)])).flat();
  };
  /** The viewer's own among the nearest, of which up to a bound are looked up. */
  const ownAmongNearest = async (which: number, bound: number): Promise<Ids> => {
    const own: string[] = [];
    for (let asked = 0, next = mostLookedUp; own.length < most && next <= bound; asked = next, next *= 2) {
      const [nearest = []] = await nearestOf([which], next);
      own.push(...(await seenOf([nearest.slice(asked)])).flat());
      if (nearest.length < next) break;
    }
    return own;
  };
  for (const which of open) {
    const own = (await ownOf?.(which)) ?? null;
    const bound = ownOf ? Number.POSITIVE_INFINITY : mostLookedUp;
    found[which] = [...(own ? await nearestOwn(which, own) : await ownAmongNearest(which, bound))];
  }
  return found.map(firstOf);
};

/** Like `nearestOfEach`, for one text. */
export const nearestItems = async (
  { ids, values, of }: Cosines,
  seenOf: (ids: Ids) => Promise<Ids>,
  ownOf?: () => Promise<Ids | null>,
): Promise<Ids> => {
  const [nearest = []] = await nearestOfEach(
    {
      count: 1,
      nearestOf: async (_, next) => [highest(values, next).map((place) => ids[place] ?? '')],
      cosineOf: (_, id) => of(id),
    },
    { seenOf: async ([nearest = []]) => [await seenOf(nearest)], ...(ownOf && { ownOf }) },
  );
  return nearest;
};
