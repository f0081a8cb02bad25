import { highest } from '#domain/retrieval/highest.ts';
import type { Cosines } from './known-vectors.ts';

/** Items that are ranked for their meaning, beside those of the words. */
const most = 300;
const firstAsked = 2 * most;
/** Most of the nearest items that are looked up for a text, and most of the viewer's own. */
export const mostLookedUp = 20_000;
/** Most items that are looked up at once for several texts. */
const mostAtOnce = 60_000;

type Ids = readonly string[];

interface Nearest {
  /** Nearest first. */
  readonly ids: Ids;
  /** True: fewer than wanted are among the `mostLookedUp` nearest, and the viewer may see more than as many: others may be missing. */
  readonly isCut: boolean;
}

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
  /** Lists all of the scope of a text that the viewer may see, in any order; null: more than `mostLookedUp`. */
  readonly ownOf: (which: number) => Promise<Ids | null>;
}

const firstOf = (ids: Ids): Ids => [...new Set(ids)].slice(0, most);

/**
 * For each of several texts the nearest items that are the viewer's. Further ones are looked up, of all texts together, until there
 * are enough of each, about as many as it takes by the share that was given. Where that is too many, all that the viewer may see
 * are looked up in their place, so that hidden ones decide nothing, unless they see more than `mostLookedUp`: then as many of the nearest.
 */
export const nearestOfEach = async (
  { count, nearestOf, cosineOf }: ComparedTexts,
  { seenOf, ownOf }: GivenItems,
): Promise<readonly Nearest[]> => {
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
  const all = found.map((ids): Nearest => ({ ids: firstOf(ids), isCut: false }));
  for (const which of open) {
    const own = await ownOf(which);
    const near = own?.flatMap((id) => {
      const cosine = cosineOf(which, id);
      return cosine === null ? [] : [{ id, cosine }];
    });
    near?.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
    const [nearest = []] = near ? [near.map(({ id }) => id)] : await nearestOf([which], mostLookedUp);
    const ids = firstOf((await seenOf([nearest])).flat());
    all[which] = { ids, isCut: !near && ids.length < most && nearest.length === mostLookedUp };
  }
  return all;
};

/** Like `nearestOfEach`, for one text. */
export const nearestItems = async (
  { ids, values, of }: Cosines,
  seenOf: (ids: Ids) => Promise<Ids>,
  ownOf: () => Promise<Ids | null>,
): Promise<Nearest> => {
  const [nearest = { ids: [], isCut: false }] = await nearestOfEach(
    {
      count: 1,
      nearestOf: async (_, next) => [highest(values, next).map((place) => ids[place] ?? '')],
      cosineOf: (_, id) => of(id),
    },
    { seenOf: async ([nearest = []]) => [await seenOf(nearest)], ownOf },
  );
  return nearest;
};
