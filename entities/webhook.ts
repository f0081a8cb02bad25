import { defineEntity, p } from '@mikro-orm/core';
import {
  type DeliveryFailure,
  type DeliveryState,
  deliveryFailures,
  deliveryStates,
  type WebhookRole,
  type WebhookState,
  webhookStates,
} from '#domain/webhooks/webhook.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { adminVisibility, deletable, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

/** An address that is notified of changes, under the roles and groups that an admin gave it. Its secret is in no table. */
export const WebhookTable = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    url: p.text(),
    description: p.text(),
    eventTypes: textArray(),
    /** Empty: every project. */
    projects: textArray().defaultRaw(`'{}'`),
    roles: textArray().$type<WebhookRole[]>(),
    groups: textArray().defaultRaw(`'{}'`),
    state: p.text().$type<WebhookState>(),
    secretVersion: p.integer(),
    /** The secret before is in force until then, too; null: it is not. */
    previousSecretUntil: instant().nullable(),
    /** The sequence of the last audit event that became deliveries. */
    position: p.bigint().$type<number>(),
    createdBy: p.text(),
    createdAt: instant(),
  },
  checks: [oneOf('webhooks', 'state', webhookStates)],
  policies: [...searchableTablePolicies('webhooks', adminVisibility), deletable('webhooks', adminVisibility)],
});

/** An event on its way to a webhook: ids and codes, no text. Deleted when the receiver has accepted it. */
export const WebhookDeliveryTable = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    webhookId: reference('webhooks', 'cascade'),
    /** The event's place in the audit log. */
    sequence: p.bigint().$type<number>(),
    eventType: p.text(),
    eventAt: instant(),
    targetId: p.text(),
    state: p.text().$type<DeliveryState>(),
    attempts: p.integer(),
    /** When it is tried next; while it is being sent, when it would be tried again if the process ended. */
    dueAt: instant(),
    failure: p.text().$type<DeliveryFailure>().nullable(),
    /** The status code of the last answer; null: there was none. */
    httpStatus: p.integer().nullable(),
  },
  uniques: [{ name: 'webhook_deliveries_event_key', properties: ['tenant', 'webhookId', 'sequence'] }],
  indexes: [
    {
      name: 'webhook_deliveries_target_index',
      expression: `create index "webhook_deliveries_target_index" on "webhook_deliveries" ("tenant", "webhook_id", "target_id", "sequence") where state = 'PENDING'`,
    },
  ],
  checks: [
    oneOf('webhook_deliveries', 'state', deliveryStates),
    oneOf('webhook_deliveries', 'failure', deliveryFailures),
  ],
  policies: searchableTablePolicies('webhook_deliveries', adminVisibility),
});
