import { webhookEventTypes } from '#domain/webhooks/event-types.ts';
import {
  deliveriesOfWebhook,
  listWebhooks,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '#persistence/webhooks.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { ofId } from '#resolvers/schema/connection.ts';
import { constantName } from '#resolvers/schema/constant-name.ts';
import { User, userOf } from '#resolvers/schema/named.ts';

type EventType = (typeof webhookEventTypes)[number];

export const WebhookEventType = builder.enumType('WebhookEventType', {
  description:
    'A change that webhooks deliver. The payload’s `type` is the name that the description gives, and its `data` is the target of the change, as the webhook sees it when it is sent.',
  values: Object.fromEntries(
    webhookEventTypes.map((type) => [
      constantName(type),
      { value: type, description: `Delivered with the type \`${type}\`.` },
    ]),
  ) as Record<string, { value: EventType; description: string }>,
});

export const WebhookRole = builder.enumType('WebhookRole', {
  description:
    'A role under which a webhook sees the targets of events. None shows what is personal: that never leaves by a webhook.',
  values: {
    READER: { value: 'reader' as const, description: 'Sees what was believed.' },
    REVIEWER: { value: 'reviewer' as const, description: 'Sees candidates and rejected items, too.' },
    AUDITOR: { value: 'auditor' as const, description: 'Sees candidates and rejected items, and reasons.' },
  },
});

const WebhookState = builder.enumType('WebhookState', {
  description: 'Whether a webhook is notified of events.',
  values: {
    ACTIVE: { description: 'The webhook is notified of each event.' },
    PAUSED: { description: 'An admin paused it; what happens meanwhile is sent afterwards.' },
    ENDED: {
      description: 'The receiver answered 410 Gone; an admin makes the webhook active again, or deletes it.',
    },
  },
});

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  description: 'Whether a delivery is still tried.',
  values: {
    PENDING: { description: 'The delivery is tried, or tried again, when it is due.' },
    DEAD: {
      description: 'The delivery failed too often and is not tried again until an admin replays it.',
    },
  },
});

const WebhookFailure = builder.enumType('WebhookFailure', {
  description: 'How the last attempt of a delivery failed.',
  values: {
    STATUS: { description: 'The receiver answered with another status code than 2xx.' },
    TIMEOUT: { description: 'The receiver did not answer within 15 seconds.' },
    UNREACHABLE: { description: 'No connection was made, or it broke.' },
    PRIVATE_ADDRESS: {
      description: 'The name of the receiver led into a private network, which the gateway does not call.',
    },
    UNREADABLE: { description: 'The gateway could not read the target of the event.' },
    INTERRUPTED: { description: 'The attempt is under way, or the gateway ended during it.' },
  },
});

const WebhookDelivery = builder.objectRef<WebhookDeliveryRow>('WebhookDelivery').implement({
  description: 'An event on its way to a webhook. It is gone when the receiver has accepted it.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The id of the delivery, `whd_…`: the header `webhook-id` of each attempt.',
    }),
    eventType: t.expose('eventType', { type: WebhookEventType, description: 'The change that is reported.' }),
    eventAt: t.expose('eventAt', { type: 'DateTime', description: 'When the change was made, in UTC.' }),
    state: t.expose('state', { type: WebhookDeliveryState, description: 'Whether it is still tried.' }),
    attempts: t.exposeInt('attempts', {
      description: 'How often it was tried since it was queued or replayed.',
    }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      description: 'When it is tried next, at the earliest, in UTC; of a dead one, when it would have been.',
    }),
    failure: t.expose('failure', {
      type: WebhookFailure,
      nullable: true,
      description: 'How the last attempt failed; null before the first.',
    }),
    httpStatus: t.exposeInt('httpStatus', {
      nullable: true,
      description: 'The status code of the last answer; null when there was none.',
    }),
  }),
});

const WebhookDeliveryConnection = builder.connectionObject(
  { name: 'WebhookDeliveryConnection', type: WebhookDelivery, description: 'A page of deliveries.' },
  { name: 'WebhookDeliveryEdge', description: 'A delivery in a list.' },
);

export const Webhook = builder.objectRef<WebhookRow>('Webhook').implement({
  description:
    'An address that is notified of changes, by Standard Webhooks: signed, at least once, in order for each target. What is hidden from its roles and groups is never sent. For admins.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the webhook, `whk_…`.' }),
    url: t.exposeString('url', { description: 'The address that is called.' }),
    description: t.exposeString('description', { description: 'What it is for, in the words of an admin.' }),
    eventTypes: t.expose('eventTypes', {
      type: [WebhookEventType],
      description: 'The changes that it is notified of.',
    }),
    projects: t.exposeStringList('projects', {
      description: 'Only what belongs to one of these projects is sent; empty: to any. Sorted.',
    }),
    roles: t.expose('roles', {
      type: [WebhookRole],
      description: 'The roles under which it sees what it is notified of. Sorted.',
    }),
    groups: t.exposeStringList('groups', {
      description: 'The audiences to which it belongs. Sorted.',
    }),
    state: t.expose('state', { type: WebhookState, description: 'Whether it is notified of events.' }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when the secret before the last rotation signs, too; null when there was no rotation.',
    }),
    createdBy: t.field({
      type: User,
      description: 'The admin who created the webhook.',
      resolve: ({ createdBy }) => userOf(createdBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created, in UTC.' }),
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      description: 'What the receiver has not accepted yet, the oldest event first.',
      ...ofId.rows(deliveriesOfWebhook, (loaders) => [
        loaders.deliveriesOfWebhook,
        loaders.deliveryCountsOfWebhook,
      ]),
    }),
  }),
});

builder.queryField('webhooks', (t) =>
  t.field({
    type: [Webhook],
    nullable: true,
    description: 'The tenant’s webhooks, at most 50, oldest first. For admins.',
    authScopes: { anyRole: ['admin'] },
    resolve: (_root, _args, { reads }) => listWebhooks(reads.session),
  }),
);
