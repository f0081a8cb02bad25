/** A share with its interval of 95 %. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  /** Null when there is nothing to share. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
}

/** Wilson's interval: what is drawn is independent of each other. */
export const wilson = (hits: number, of: number): Rate => {
  if (of === 0) return { hits, of, value: null, low: 0, high: 1 };
  const z = 1.96;
  const share = hits / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { hits, of, value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
};

/** A measure over groups, with its interval of 95 % from draws of whole groups: what stands in one document hangs together. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const draws = 1_000;

/** The same numbers in every run. */
const createRandom = (): (() => number) => {
  let state = 0x2f6e2b1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export const bootstrap = <Group>(
  groups: readonly Group[],
  measure: (groups: readonly Group[]) => number | null,
): Estimate => {
  const random = createRandom();
  const drawn: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const value = measure(
      groups.map(() => groups[Math.floor(random() * groups.length)]).filter((group) => group !== undefined),
    );
    if (value !== null) drawn.push(value);
  }
  drawn.sort((one, other) => one - other);
  const at = (part: number) => drawn[Math.min(drawn.length - 1, Math.floor(part * drawn.length))] ?? null;
  return { value: measure(groups), low: at(0.025), high: at(0.975) };
};

/** How often a good one has the higher score, ties by half: the area under the curve. Null without both sorts. */
export const areaUnderCurve = (
  scored: readonly { readonly score: number; readonly good: boolean }[],
): number | null => {
  const ordered = [...scored].sort((one, other) => one.score - other.score);
  const good = ordered.filter((one) => one.good).length;
  const bad = ordered.length - good;
  if (good === 0 || bad === 0) return null;
  let rankSum = 0;
  for (let from = 0; from < ordered.length; ) {
    let to = from;
    while (to < ordered.length && ordered[to]?.score === ordered[from]?.score) to += 1;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at += 1) if (ordered[at]?.good) rankSum += rank;
    from = to;
  }
  return (rankSum - (good * (good + 1)) / 2) / (good * bad);
};
