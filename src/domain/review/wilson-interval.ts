/** A share of cases with its 95 % confidence interval. */
export interface Estimate {
  /** The observed share, in [0, 1]. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The quantile of the standard normal distribution for 95 %. */
const z = 1.959_963_984_540_054;

/**
 * The Wilson score interval of `successes` in `total` cases (E. B. Wilson, 1927); null when there is no case. It stays in [0, 1] and
 * holds for few cases, too.
 */
export const wilsonInterval = (successes: number, total: number): Estimate | null => {
  if (total === 0) return null;
  const share = successes / total;
  const scale = 1 + z ** 2 / total;
  const middle = (share + z ** 2 / (2 * total)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
};
