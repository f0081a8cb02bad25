import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { countWebhooks, insertWebhook } from '#persistence/webhooks.ts';
import { type GivenSettings, readSettings } from './steps/webhook-settings.ts';

export interface WebhookOutcome {
  readonly webhookId: string;
}

const mostWebhooks = 50;

/** An admin names an address that is notified of changes from now on. Its secret follows from its id. */
export const createWebhook = defineUseCase<GivenSettings & CommonInput, WebhookOutcome>(
  { mutation: 'createWebhook', roles: ['admin'], as: 'viewer' },
  async (useCase, { input }) => {
    const { session, now, record, dependencies } = useCase;
    const settings = await readSettings(useCase, input, {
      ...{ url: '', description: '', eventTypes: [], projects: [], roles: ['reader'], groups: [] },
      state: 'ACTIVE',
    });
    if ((await countWebhooks(session)) >= mostWebhooks)
      throw new DomainError(
        'input.invalid',
        `The tenant has ${mostWebhooks} webhooks, and may have no more. Delete one, or have one receiver take more event types.`,
      );
    const webhookId = dependencies.newId('whk');
    await insertWebhook(session, webhookId, settings, now);
    record([
      {
        action: 'webhook.created',
        targetType: 'Webhook',
        targetId: webhookId,
        before: null,
        after: settings,
      },
    ]);
    return { verdict: 'done', outcome: { webhookId } };
  },
);
