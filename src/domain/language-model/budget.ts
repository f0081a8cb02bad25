import type { ModelNumbers } from './model-numbers.ts';

/** Tokens of calls: sent to a model, and answered by it. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
}

export interface Spending {
  readonly tokens: number;
  readonly cost: number;
}

/** The budget that has no room for a call: the tenant's for a day, or the one of a wave or interaction. */
export type BudgetStop = 'over_daily_budget' | 'over_wave_budget';

/** The day in UTC on whose budget a call at this instant is counted, `YYYY-MM-DD`. */
export const budgetDay = (now: Date): string => now.toISOString().slice(0, 10);

export const spendingOf = (
  { input, output }: TokenCount,
  { inputCost, outputCost }: ModelNumbers,
): Spending => ({
  tokens: input + output,
  cost: (input * inputCost + output * outputCost) / 1_000_000,
});

/** Says which budget has no room for a call that spends at most `call`; null: there is room. A limit may be reached, and not passed. */
export const decideBudgetStop = (
  call: Spending,
  spent: { readonly day: Spending; readonly wave: Spending },
  { tokensPerDay, tokensPerWave, costPerDay, costPerWave }: ModelNumbers,
): BudgetStop | null => {
  const passes = (former: Spending, tokens: number, cost: number) =>
    former.tokens + call.tokens > tokens || former.cost + call.cost > cost;
  if (passes(spent.day, tokensPerDay, costPerDay)) return 'over_daily_budget';
  return passes(spent.wave, tokensPerWave, costPerWave) ? 'over_wave_budget' : null;
};
