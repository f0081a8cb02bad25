/** Limits of the calls to a language model, for each tenant. All costs are in one currency. */
export type ModelNumbers = {
  readonly tokensPerDay: number;
  readonly tokensPerWave: number;
  readonly costPerDay: number;
  readonly costPerWave: number;
  /** Cost of a million tokens that are sent; 0 where it is unknown, or there is none. */
  readonly inputCost: number;
  /** Cost of a million tokens that are answered. */
  readonly outputCost: number;
};

export const modelDefaults: ModelNumbers = Object.freeze({
  tokensPerDay: 2_000_000,
  tokensPerWave: 1_000_000,
  costPerDay: 10,
  costPerWave: 5,
  inputCost: 0,
  outputCost: 0,
});
