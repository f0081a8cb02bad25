import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { later, lease, mostAttempts, nextAttempt } from '#application/attempts.ts';
import { callBudget } from '#application/language-model/call-budget.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { mayLeave } from '#domain/retrieval/may-leave.ts';
import { auditedTenants } from '#persistence/outdated.ts';
import {
  dueUnembeddedItems,
  giveUpUnembedded,
  postponeUnembedded,
  queueWithoutVector,
  type TakenItem,
  takeUnembedded,
  withholdVectors,
  writeVectors,
} from '#persistence/retrieval/embedding-queue.ts';
import { notedUnlessAway } from '#persistence/store/fault-log.ts';
import { inWriteSession, type WriteSession } from '#persistence/store/viewer-session.ts';
import type { Embedder } from '#providers/embedder.ts';

/** A budget that is spent is looked at again after so long. */
const budgetPause = 60 * 60_000;
/** Texts that are sent in one call. */
const batch = 64;
/** Items that are queued in one statement. */
const queuedAtOnce = 10_000;

/** Queues all memories and entities that have no vector of the configured model: those of before there was one, withheld, or given up. */
export const queueAllWithoutVector = async (
  { orm, clock, embedder }: AppDependencies,
  isOver: () => boolean = () => false,
): Promise<void> => {
  if (embedder === undefined) return;
  for (const tenant of await auditedTenants(orm)) {
    let queued = queuedAtOnce;
    while (queued === queuedAtOnce && !isOver())
      queued = await inWriteSession(orm, gatewayOf(tenant), 'system', (session) =>
        queueWithoutVector(session, embedder.name, clock(), queuedAtOnce),
      );
  }
};

/** Sends the texts of items in one call, and writes what came of it. */
const embed = async (
  dependencies: AppDependencies,
  embedder: Embedder,
  tenant: string,
  items: readonly TakenItem[],
  until: Date,
): Promise<void> => {
  const { orm, clock, logEmbedding } = dependencies;
  const ids = items.map(({ itemId }) => itemId);
  const budget = callBudget(dependencies, gatewayOf(tenant), null);
  const answer = await embedder.embed(
    items.map(({ text }) => text),
    { budget },
  );
  const write = (work: (session: WriteSession) => Promise<void>) =>
    inWriteSession(orm, gatewayOf(tenant), 'system', work);
  if (answer.outcome === 'embedded') {
    const vectors = new Map(answer.vectors.map((vector, at) => [ids[at] ?? '', vector]));
    await write((session) => writeVectors(session, { model: embedder.name, vectors }, clock(), until));
    logEmbedding?.('made', ids.length);
    return;
  }
  logEmbedding?.(answer.failure, ids.length);
  const attempts = Math.max(...items.map((item) => item.attempts));
  if (answer.failure === 'over_daily_budget' || answer.failure === 'over_wave_budget')
    await write((session) =>
      postponeUnembedded(session, ids, until, { dueAt: later(clock(), budgetPause), attempts: 0 }),
    );
  else if (attempts >= mostAttempts) {
    await write((session) => giveUpUnembedded(session, ids, until));
    logEmbedding?.('given_up', ids.length);
  } else
    await write((session) =>
      postponeUnembedded(session, ids, until, {
        dueAt: nextAttempt(clock(), attempts),
        attempts,
      }),
    );
};

const embedOfTenant = async (
  dependencies: AppDependencies,
  embedder: Embedder,
  tenant: string,
  ids: readonly string[],
): Promise<void> => {
  const { orm, clock, logEmbedding } = dependencies;
  const { embeddingSends } = dependenciesOf(dependencies, tenant).settings;
  const now = clock();
  const until = later(now, lease);
  const { leaving, withheld } = await inWriteSession(orm, gatewayOf(tenant), 'system', async (session) => {
    const taken = await takeUnembedded(session, ids, now, until);
    const { leaving = [], withheld = [] } = Object.groupBy(taken, (item) =>
      mayLeave(item, embeddingSends) ? 'leaving' : 'withheld',
    );
    if (withheld.length > 0)
      await withholdVectors(
        session,
        withheld.map(({ itemId }) => itemId),
        until,
      );
    return { leaving, withheld };
  });
  if (withheld.length > 0) logEmbedding?.('withheld', withheld.length);
  // Texts that failed together are sent one by one, so that a text that the server refuses holds no other up.
  const { together = [], alone = [] } = Object.groupBy(leaving, ({ attempts }) =>
    attempts === 1 ? 'together' : 'alone',
  );
  const calls = [...(together.length > 0 ? [together] : []), ...alone.map((item) => [item])];
  for (const items of calls) await embed(dependencies, embedder, tenant, items, until);
};

/**
 * Has vectors made of items that are due, of whatever tenant, each call outside any transaction; `isOver` is asked between
 * two tenants. Returns how many were due. Several processes may do so at once: each item is one's.
 */
export const embedDueItems = async (
  dependencies: AppDependencies,
  isOver: () => boolean = () => false,
): Promise<number> => {
  const { orm, clock, embedder } = dependencies;
  if (embedder === undefined) return 0;
  const due = await dueUnembeddedItems(orm, clock(), batch);
  let count = 0;
  for (const [tenant, ids] of due) {
    if (isOver()) break;
    count += ids.length;
    await embedOfTenant(dependencies, embedder, tenant, ids).catch(
      notedUnlessAway(dependencies, 'embedding.failed'),
    );
  }
  return count;
};
