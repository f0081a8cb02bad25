import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { lockWebhook, updateWebhook as storeSettings } from '#persistence/webhooks.ts';
import type { WebhookOutcome } from './create-webhook.ts';
import { type GivenSettings, readSettings } from './steps/webhook-settings.ts';

export interface UpdateWebhookInput extends GivenSettings, CommonInput {
  readonly id: string;
  /** True: nothing is sent; false: it is, the events of the pause first. Null: as before. */
  readonly paused?: boolean | null | undefined;
}

/** An admin changes a webhook, pauses it, or makes it active again. What is on its way goes to the new address. */
export const updateWebhook = defineUseCase<UpdateWebhookInput, WebhookOutcome>(
  { mutation: 'updateWebhook', roles: ['admin'], as: 'viewer' },
  async (useCase, { input }) => {
    const { session, record } = useCase;
    const webhook = await lockWebhook(session, input.id);
    if (webhook === null) throw notFound();
    const { url, description, eventTypes, projects, roles, groups, state } = webhook;
    const before = { url, description, eventTypes, projects, roles, groups, state };
    const given = await readSettings(useCase, input, before);
    const after =
      input.paused == null
        ? given
        : { ...given, state: input.paused ? ('PAUSED' as const) : ('ACTIVE' as const) };
    await storeSettings(session, input.id, after);
    record([{ action: 'webhook.updated', targetType: 'Webhook', targetId: input.id, before, after }]);
    return { verdict: 'done', outcome: { webhookId: input.id } };
  },
);
