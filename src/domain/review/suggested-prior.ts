import type { Estimate } from './wilson-interval.ts';

/** Decisions below which no prior is suggested. */
const leastDecisions = 20;

/**
 * The prior that decisions suggest for a rule: the lower end of the interval of what reviewers kept, rounded to two places. Null with
 * fewer than 20 decisions. It is advice: only an operator changes a prior.
 */
export const suggestedPrior = (keepRate: Estimate | null, decisions: number): number | null =>
  keepRate === null || decisions < leastDecisions ? null : Math.round(keepRate.low * 100) / 100;
