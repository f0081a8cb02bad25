import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { budgetDay, decideBudgetStop, spendingOf, type TokenCount } from '#domain/language-model/budget.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { addSpending, reserveSpending } from '#persistence/language-model.ts';
import { inWriteSession } from '#persistence/store/viewer-session.ts';
import type { CallBudget } from '#providers/language-model.ts';

/**
 * The budget of a tenant's calls about a wave or an interaction; null for calls about neither, which the day alone limits. Calls
 * under way count at the most that they may spend, also of a process that died: no budget is passed.
 */
export const callBudget = (
  dependencies: AppDependencies,
  viewer: Viewer,
  sourceId: string | null,
): CallBudget => {
  const numbers = dependenciesOf(dependencies, viewer.tenant).settings.model;
  return {
    reserve: async (most) => {
      const place = { day: budgetDay(dependencies.clock()), sourceId: sourceId ?? '' };
      const reserved = spendingOf(most, numbers);
      const stop = await inWriteSession(dependencies.orm, viewer, 'system', (session) =>
        reserveSpending(session, place, reserved, (spent) => decideBudgetStop(reserved, spent, numbers)),
      );
      if (stop !== null) return { stop };
      return {
        stop: null,
        settle: async (used: TokenCount) => {
          const spent = spendingOf(used, numbers);
          const difference = { tokens: spent.tokens - reserved.tokens, cost: spent.cost - reserved.cost };
          await inWriteSession(dependencies.orm, viewer, 'system', (session) =>
            addSpending(session, place, difference),
          );
        },
      };
    },
  };
};
