import type { AppDependencies } from '#application/app-dependencies.ts';
import { findDueWebhooks } from '#application/webhooks/find-due-webhooks.ts';
import { notedBeside, noteFailures } from '#persistence/store/fault-log.ts';
import type { DueWebhook } from '#persistence/webhook-deliveries.ts';
import { type BackgroundWork, startBackgroundWork } from '#server/background/background-work.ts';
import { notifyWebhook } from './notify.ts';

/** Webhooks that one process notifies at once, so that a slow receiver holds up none of the others. */
const webhooksAtOnce = 32;

/** Notifies webhooks of changes for as long as the process serves. Ending it interrupts what is being sent; it is due at once. */
export const startWebhooks = (dependencies: AppDependencies): BackgroundWork => {
  const notifying = new Map<string, Promise<void>>();
  const over = new AbortController();
  // All of them meet an outage at once.
  const outages = noteFailures('webhooks.interrupted', dependencies);
  const notify = ({ tenant, webhookId }: DueWebhook): void => {
    const ending = notifyWebhook(dependencies, { tenant, webhookId }, over.signal).then(
      outages.succeeded,
      notedBeside(dependencies, 'webhooks.failed', outages),
    );
    notifying.set(
      webhookId,
      ending.finally(() => notifying.delete(webhookId)),
    );
  };
  const looking = startBackgroundWork(
    async () => {
      for (const due of await findDueWebhooks(dependencies, 2 * webhooksAtOnce))
        if (!notifying.has(due.webhookId) && notifying.size < webhooksAtOnce) notify(due);
      // The webhooks that were found are being notified: the next look is after the pause.
      return 0;
    },
    { idlePause: 1_000 },
    'webhooks.not_found',
    dependencies,
  );
  return {
    stop: async () => {
      over.abort();
      await looking.stop();
      await Promise.all(notifying.values());
    },
  };
};
