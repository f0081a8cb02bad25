interface Scored {
  readonly place: number;
  readonly score: number;
}

/** The highest of scores that come in parts, kept in at most twice as many as are wanted. */
interface KeptHighest {
  /** Takes the next part, whose first score has this place. */
  readonly add: (scores: Float32Array | Float64Array, first: number) => void;
  /** Lists the places of the `most` highest, highest first; equal ones in their order; negative infinity has none. */
  readonly places: () => number[];
}

const before = (a: Scored, b: Scored): number => b.score - a.score || a.place - b.place;

export const keepHighest = (most: number): KeptHighest => {
  const best: Scored[] = [];
  let least = Number.NEGATIVE_INFINITY;
  return {
    add: (scores, first) => {
      for (let at = 0; at < scores.length; at += 1) {
        const score = scores[at] ?? 0;
        if (score <= least) continue;
        best.push({ place: first + at, score });
        // Sorted rarely: at twice as many as are wanted.
        if (best.length < 2 * most) continue;
        best.sort(before).length = most;
        least = best[most - 1]?.score ?? least;
      }
    },
    places: () =>
      best
        .sort(before)
        .slice(0, most)
        .map(({ place }) => place),
  };
};

/**
 * The places of the `most` highest, highest first; equal ones in the order of their place; negative infinity has none. One pass
 * over the scores.
 */
export const highest = (scores: Float32Array | Float64Array, most: number): number[] => {
  const kept = keepHighest(most);
  kept.add(scores, 0);
  return kept.places();
};
