import type { AppDependencies } from '#application/app-dependencies.ts';
import { eraseModelAnswers } from '#persistence/language-model.ts';
import { foldItemCounts } from '#persistence/review/item-counts.ts';
import { eraseIdempotencyKeys } from '#persistence/store/idempotency-keys.ts';

const hour = 3_600_000;
const day = 24 * hour;
const minute = 60_000;

/**
 * Erases idempotency keys and answers of models older than so many days, now and every hour, and folds the numbers of items
 * every minute. One that fails is logged; the next one comes.
 */
export const startTableUpkeep = (
  { orm, clock, logFault }: AppDependencies,
  idempotencyDays: number,
): { readonly stop: () => void } => {
  const forget = () => {
    const before = new Date(clock().getTime() - idempotencyDays * day);
    eraseIdempotencyKeys(orm, before).catch((error) => logFault('idempotency_keys.not_erased', error));
    eraseModelAnswers(orm, before).catch((error) => logFault('model_answers.not_erased', error));
  };
  const fold = () => foldItemCounts(orm).catch((error) => logFault('item_counts.not_folded', error));
  forget();
  const intervals = [setInterval(forget, hour).unref(), setInterval(fold, minute).unref()];
  return { stop: () => intervals.forEach(clearInterval) };
};
