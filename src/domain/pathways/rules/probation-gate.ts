/** Replays of a pathway: the sums over its traces. */
export interface ReplaySums {
  readonly replayCount: number;
  readonly replaysSucceeded: number;
}

const probationReplays = 3;
const probationRate = 0.8;

/** Succeeded of all replays, from 0 to 1; 0 when there was none (Pathway specification §5.4). */
export const successRate = ({ replayCount, replaysSucceeded }: ReplaySums): number =>
  replayCount === 0 ? 0 : replaysSucceeded / replayCount;

/** A pathway fails probation when three replays or more have succeeded in less than 80 of 100. */
export const failsProbation = (sums: ReplaySums): boolean =>
  sums.replayCount >= probationReplays && successRate(sums) < probationRate;
