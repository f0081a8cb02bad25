import type { AppDependencies } from '#application/app-dependencies.ts';
import { runAsGateway } from '#application/run-as-gateway.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { endWebhook as end } from '#persistence/webhook-deliveries.ts';

/** Ends a webhook whose receiver has answered 410 Gone. */
export const endWebhook = (dependencies: AppDependencies, tenant: string, id: string): Promise<void> =>
  runAsGateway(dependencies, gatewayOf(tenant), 'endWebhook', async ({ session, record }) => {
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
  });
