/**
 * The places of the `most` highest, highest first; equal ones in the order of their place; negative infinity has none. One pass
 * over the scores.
 */
export const highest = (scores: Float32Array | Float64Array, most: number): number[] => {
  const before = (a: number, b: number) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b;
  const best: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < scores.length; place += 1) {
    if ((scores[place] ?? 0) <= least) continue;
    best.push(place);
    // Kept at up to twice as many as are wanted, so that sorting is rare.
    if (best.length < 2 * most) continue;
    best.sort(before).length = most;
    least = scores[best[most - 1] ?? 0] ?? least;
  }
  return best.sort(before).slice(0, most);
};
