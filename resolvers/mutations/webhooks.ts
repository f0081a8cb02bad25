import { createWebhook, type WebhookOutcome } from '#application/webhooks/create-webhook.ts';
import { type DeleteWebhookOutcome, deleteWebhook } from '#application/webhooks/delete-webhook.ts';
import {
  type ReplayOutcome,
  replayWebhookDeliveries,
} from '#application/webhooks/replay-webhook-deliveries.ts';
import { rotateWebhookSecret } from '#application/webhooks/rotate-webhook-secret.ts';
import { updateWebhook } from '#application/webhooks/update-webhook.ts';
import { secretOf } from '#domain/webhooks/signing.ts';
import { findWebhook } from '#persistence/webhooks.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { Webhook, WebhookEventType, WebhookRole } from '#resolvers/tenant/webhook.ts';

type Applied = { readonly applied: boolean };
type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

const readWebhook = async ({ webhookId }: WebhookOutcome, _args: object, { reads, viewer }: GraphQLContext) =>
  findWebhook(await reads.session.db(), viewer, webhookId);

/** The field of a payload that shows the webhook. */
const webhookAfter = {
  type: Webhook,
  nullable: true,
  description: 'The webhook; null when it was deleted since.',
  resolve: readWebhook,
} as const;

/** The field of an input that names the webhook. */
const whichWebhook = {
  ...idOf('Webhook'),
  required: true,
  description: 'The id of the webhook, `whk_…`.',
} as const;

const readSecret = async (outcome: WebhookOutcome, args: object, context: GraphQLContext) => {
  const webhook = await readWebhook(outcome, args, context);
  return webhook === null ? null : secretOf(context.dependencies.webhookKey, webhook);
};

/** Settings that both creating and updating take; absent ones stay as they are. */
const settingsFields = (t: InputFields, isNew: boolean) => ({
  url: t.string({
    required: isNew,
    description:
      'The https address that is called, at most 2,000 characters. It must not lead into a private network.',
  }),
  description: t.string({ required: false, description: 'What it is for, at most 2,000 characters.' }),
  eventTypes: t.field({
    type: [WebhookEventType],
    required: isNew,
    description: 'The changes that it is notified of; at least one.',
  }),
  projects: t.stringList({
    required: false,
    description: 'Only what belongs to one of these projects is sent; empty: to any.',
  }),
  roles: t.field({
    type: [WebhookRole],
    required: false,
    description: 'The roles under which it sees what it is notified of; of a new one READER unless given.',
  }),
  groups: t.stringList({
    required: false,
    description: 'The audiences to which it belongs, which the tenant knows.',
  }),
});

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'An address to be notified of changes.',
  fields: (t) => ({ ...settingsFields(t, true), ...commonFields(t) }),
});

const WebhookPayload = builder.objectRef<WebhookOutcome & Applied>('WebhookPayload').implement({
  description: 'The webhook after the mutation.',
  fields: (t) => ({
    webhook: t.field(webhookAfter),
    applied: t.exposeBoolean('applied', applied),
  }),
});

const WebhookSecretPayload = builder.objectRef<WebhookOutcome & Applied>('WebhookSecretPayload').implement({
  description: 'The webhook after the mutation, with its secret.',
  fields: (t) => ({
    webhook: t.field(webhookAfter),
    secret: t.string({
      nullable: true,
      description:
        'The secret with which deliveries are signed, `whsec_…`, as libraries of Standard Webhooks take it. Shown here alone; null when the webhook was deleted since.',
      resolve: readSecret,
    }),
    applied: t.exposeBoolean('applied', applied),
  }),
});

governedMutation(createWebhook, {
  description:
    'An admin names an address that is notified of changes from now on, by Standard Webhooks. Undone by `deleteWebhook`.',
  input: CreateWebhookInput,
  payload: WebhookSecretPayload,
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Changes to a webhook; what is absent stays.',
  fields: (t) => ({
    id: t.id(whichWebhook),
    ...settingsFields(t, false),
    paused: t.boolean({
      required: false,
      description:
        'True: nothing is sent until it is false again, and then what happened meanwhile comes first. False also makes an ended webhook active.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(updateWebhook, {
  description:
    'An admin changes a webhook, pauses it, or makes it active again. What is on its way goes to the address that is then set.',
  input: UpdateWebhookInput,
  payload: WebhookPayload,
});

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'Which webhook gets a new secret, and how long the one before stays in force.',
  fields: (t) => ({
    id: t.id(whichWebhook),
    overlapHours: t.int({
      required: false,
      description: 'Hours for which the secret before signs, too, 0 to 168; 24 when absent.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(rotateWebhookSecret, {
  description:
    'An admin gives a webhook a new secret. For the hours of the overlap each delivery carries a signature with either.',
  input: RotateWebhookSecretInput,
  payload: WebhookSecretPayload,
});

const DeleteWebhookInput = builder.inputType('DeleteWebhookInput', {
  description: 'Which webhook is deleted.',
  fields: (t) => ({
    id: t.id(whichWebhook),
    ...commonFields(t),
  }),
});

const DeleteWebhookPayload = builder
  .objectRef<DeleteWebhookOutcome & Applied>('DeleteWebhookPayload')
  .implement({
    description: 'The webhook that is no more.',
    fields: (t) => ({
      deletedId: t.exposeID('deletedId', { description: 'The id that the webhook had.' }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(deleteWebhook, {
  description: 'An admin ends a webhook for good; what is on its way to it is not sent.',
  input: DeleteWebhookInput,
  payload: DeleteWebhookPayload,
});

const ReplayWebhookDeliveriesInput = builder.inputType('ReplayWebhookDeliveriesInput', {
  description: 'Which dead deliveries are tried again.',
  fields: (t) => ({
    id: t.id(whichWebhook),
    deliveryIds: t.idList({
      ...idOf('WebhookDelivery'),
      required: false,
      description: 'Dead deliveries of it, `whd_…`; absent: all of them.',
    }),
    ...commonFields(t),
  }),
});

const ReplayWebhookDeliveriesPayload = builder
  .objectRef<ReplayOutcome & Applied>('ReplayWebhookDeliveriesPayload')
  .implement({
    description: 'The webhook, and what it is sent again.',
    fields: (t) => ({
      webhook: t.field(webhookAfter),
      replayed: t.exposeInt('replayed', { description: 'How many dead deliveries are tried again.' }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(replayWebhookDeliveries, {
  description:
    'An admin has dead deliveries tried again, under the ids that they had, so that a receiver knows what it has seen.',
  input: ReplayWebhookDeliveriesInput,
  payload: ReplayWebhookDeliveriesPayload,
});
