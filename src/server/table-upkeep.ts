import type { AppDependencies } from '#application/app-dependencies.ts';
import { eraseAllOutdated } from '#application/erasure/erase-outdated.ts';
import type { Retention } from '#domain/erasure/retention.ts';
import { foldInboxCounts } from '#persistence/inbox/counts.ts';
import { eraseModelAnswers } from '#persistence/language-model.ts';
import { foldItemCounts } from '#persistence/review/item-counts.ts';
import { eraseIdempotencyKeys } from '#persistence/store/idempotency-keys.ts';

const hour = 3_600_000;
const day = 24 * hour;
const minute = 60_000;

/**
 * Erases idempotency keys, answers of models and outdated parts of the history, now and every hour, and folds the numbers of
 * items and of inbox entries every minute. One that fails is logged; the next one comes.
 */
export const startTableUpkeep = (
  dependencies: AppDependencies,
  { idempotencyDays, retention }: { readonly idempotencyDays: number; readonly retention: Retention },
): { readonly stop: () => void } => {
  const { orm, clock, logFault } = dependencies;
  let outdatedErased = '';
  /** Once a day of UTC, by which the limits go; again after an hour when it failed. */
  const eraseOutdated = async () => {
    const today = clock().toISOString().slice(0, 10);
    if (today === outdatedErased) return;
    await eraseAllOutdated(dependencies, retention);
    outdatedErased = today;
  };
  const forget = () => {
    eraseOutdated().catch((error) => logFault('outdated.not_erased', error));
    const before = new Date(clock().getTime() - idempotencyDays * day);
    eraseIdempotencyKeys(orm, before).catch((error) => logFault('idempotency_keys.not_erased', error));
    eraseModelAnswers(orm, before).catch((error) => logFault('model_answers.not_erased', error));
  };
  const fold = () => {
    foldItemCounts(orm).catch((error) => logFault('item_counts.not_folded', error));
    // A minute late, so that the clock of no gateway is before it.
    const before = new Date(clock().getTime() - minute);
    foldInboxCounts(orm, before).catch((error) => logFault('inbox_counts.not_folded', error));
  };
  forget();
  const intervals = [setInterval(forget, hour).unref(), setInterval(fold, minute).unref()];
  return { stop: () => intervals.forEach(clearInterval) };
};
