import type { AppDependencies } from '#application/app-dependencies.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { inReadSession } from '#persistence/store/viewer-session.ts';
import { type DueWebhook, dueWebhooks } from '#persistence/webhook-deliveries.ts';

/** Finds webhooks of any tenant with new events or due deliveries, at most so many. */
export const findDueWebhooks = async (
  { orm, clock }: AppDependencies,
  most: number,
): Promise<DueWebhook[]> => {
  return inReadSession(orm, gatewayOf(''), systemRole, async (session) => {
    return await dueWebhooks(await session.db(), clock(), most);
  });
};
