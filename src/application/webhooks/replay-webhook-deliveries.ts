import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { lockWebhook, reviveDeliveries } from '#persistence/webhooks.ts';
import type { WebhookOutcome } from './create-webhook.ts';

export interface ReplayWebhookDeliveriesInput extends CommonInput {
  readonly id: string;
  /** Absent or null: every dead delivery of the webhook. */
  readonly deliveryIds?: readonly string[] | null | undefined;
}

export interface ReplayOutcome extends WebhookOutcome {
  readonly replayed: number;
}

/** An admin has dead deliveries tried again, under the ids that they had. */
export const replayWebhookDeliveries = defineUseCase<ReplayWebhookDeliveriesInput, ReplayOutcome>(
  { mutation: 'replayWebhookDeliveries', roles: ['admin'], as: 'viewer' },
  async ({ session, now, record }, { input: { id, deliveryIds } }) => {
    if ((await lockWebhook(session, id)) === null) throw notFound();
    const replayed = await reviveDeliveries(session, id, deliveryIds ?? null, now);
    if (replayed > 0)
      record([
        {
          action: 'webhook.replayed',
          targetType: 'Webhook',
          targetId: id,
          before: null,
          after: { deliveries: replayed },
        },
      ]);
    return { verdict: 'done', outcome: { webhookId: id, replayed } };
  },
);
