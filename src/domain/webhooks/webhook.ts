import type { Role, Viewer } from '#domain/privacy/viewer.ts';

/** ACTIVE: is notified of events. PAUSED: by an admin; what happens meanwhile is sent later. ENDED: the receiver answered 410. */
export const webhookStates = ['ACTIVE', 'PAUSED', 'ENDED'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** PENDING: is tried again. DEAD: failed too often; an admin replays it. */
export const deliveryStates = ['PENDING', 'DEAD'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How an attempt to deliver failed. */
export const deliveryFailures = [
  'STATUS',
  'TIMEOUT',
  'UNREACHABLE',
  'PRIVATE_ADDRESS',
  'UNREADABLE',
  'INTERRUPTED',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** Roles under which a webhook looks. Without admin and contributor: nothing personal ever leaves by one. */
const webhookRoles = ['reader', 'reviewer', 'auditor'] as const satisfies readonly Role[];
export type WebhookRole = (typeof webhookRoles)[number];

/** The viewer whose visibility a webhook's payloads have: nobody's contributions are its own. */
export const viewerOfWebhook = (webhook: {
  readonly id: string;
  readonly tenant: string;
  readonly roles: readonly WebhookRole[];
  readonly groups: readonly string[];
}): Viewer => ({
  tenant: webhook.tenant,
  user: `webhook:${webhook.id}`,
  roles: webhook.roles,
  groups: webhook.groups,
});
