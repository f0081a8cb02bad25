import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { lockWebhook, deleteWebhook as remove } from '#persistence/webhooks.ts';

export interface DeleteWebhookOutcome {
  readonly deletedId: string;
}

/** An admin ends a webhook for good; what is on its way to it is not sent. */
export const deleteWebhook = defineUseCase<CommonInput & { readonly id: string }, DeleteWebhookOutcome>(
  { mutation: 'deleteWebhook', roles: ['admin'], as: 'viewer' },
  async ({ session, record }, { input: { id } }) => {
    const webhook = await lockWebhook(session, id);
    if (webhook === null) throw notFound();
    await remove(session, id);
    record([
      {
        action: 'webhook.deleted',
        targetType: 'Webhook',
        targetId: id,
        before: { url: webhook.url },
        after: null,
      },
    ]);
    return { verdict: 'done', outcome: { deletedId: id } };
  },
);
