import type { AppDependencies } from '#application/app-dependencies.ts';
import { eraseAllOutdated } from '#application/erasure/erase-outdated.ts';
import { rewriteErasedReports } from '#application/erasure/rewrite-erased-reports.ts';
import type { Retention } from '#domain/erasure/retention.ts';
import { foldContradictionCounts } from '#persistence/contradictions/contradictions.ts';
import { foldInboxCounts } from '#persistence/inbox/counts.ts';
import { eraseModelAnswers } from '#persistence/language-model.ts';
import { foldQualityCounts } from '#persistence/review/extraction-quality.ts';
import { foldItemCounts } from '#persistence/review/item-counts.ts';
import { eraseIdempotencyKeys } from '#persistence/store/idempotency-keys.ts';
import { inTwoLines } from './repeat-work.ts';

const hour = 3_600_000;
const day = 24 * hour;
const minute = 60_000;

/**
 * Erases idempotency keys, answers of models, outdated parts of the history and erased words in files, now and every hour, and folds
 * the numbers of items, contradictions and inbox entries, and the figures of extraction, every minute. A row of failures is two lines
 * of the log.
 */
export const startTableUpkeep = (
  dependencies: AppDependencies,
  { idempotencyDays, retention }: { readonly idempotencyDays: number; readonly retention: Retention },
): { readonly stop: () => void } => {
  const { orm, clock } = dependencies;
  let outdatedErased = '';
  /** Once a day of UTC, by which the limits go; again after an hour when it failed. */
  const eraseOutdated = async () => {
    const today = clock().toISOString().slice(0, 10);
    if (today === outdatedErased) return;
    await eraseAllOutdated(dependencies, retention);
    outdatedErased = today;
  };
  const before = (milliseconds: number) => new Date(clock().getTime() - milliseconds);
  const work = (event: string, once: () => Promise<unknown>) => inTwoLines(event, dependencies, once);
  const hourly = [
    work('outdated.not_erased', eraseOutdated),
    work('erased_reports.not_rewritten', () => rewriteErasedReports(dependencies)),
    work('idempotency_keys.not_erased', () => eraseIdempotencyKeys(orm, before(idempotencyDays * day))),
    work('model_answers.not_erased', () => eraseModelAnswers(orm, before(idempotencyDays * day))),
  ];
  const everyMinute = [
    work('item_counts.not_folded', () => foldItemCounts(orm)),
    work('quality_counts.not_folded', () => foldQualityCounts(orm)),
    work('contradiction_counts.not_folded', () => foldContradictionCounts(orm)),
    // A minute late, so that the clock of no gateway is before it.
    work('inbox_counts.not_folded', () => foldInboxCounts(orm, before(minute))),
  ];
  for (const once of hourly) once();
  const intervals = [
    ...hourly.map((once) => setInterval(once, hour).unref()),
    ...everyMinute.map((once) => setInterval(once, minute).unref()),
  ];
  return { stop: () => intervals.forEach(clearInterval) };
};
