import type { AppDependencies } from '#application/app-dependencies.ts';
import { runUseCase } from '#application/use-case.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { endWebhook as end } from '#persistence/webhook-deliveries.ts';

/** Ends a webhook whose receiver has answered 410 Gone. */
export const endWebhook = async (
  dependencies: AppDependencies,
  tenant: string,
  id: string,
): Promise<void> => {
  await runUseCase(
    dependencies,
    { viewer: gatewayOf(tenant), requestId: null, input: {} },
    { mutation: 'endWebhook', roles: 'anybody', as: 'system' },
    async ({ session, record }) => {
      if (await end(session, id))
        record([
          {
            action: 'webhook.ended',
            targetType: 'Webhook',
            targetId: id,
            before: { state: 'ACTIVE' },
            after: { state: 'ENDED' },
          },
        ]);
      return { verdict: 'done', outcome: null };
    },
  );
};
