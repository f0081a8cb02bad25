import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { endWebhook } from '#application/webhooks/end-webhook.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { decideNextAttempt } from '#domain/webhooks/attempts.ts';
import { secretOf, signedHeaders } from '#domain/webhooks/signing.ts';
import { outageOf } from '#persistence/store/database-errors.ts';
import { inWriteSession, type WriteSession } from '#persistence/store/viewer-session.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DueWebhook,
  deleteDelivery,
  queueEvents,
  storeFailure,
} from '#persistence/webhook-deliveries.ts';
import type { WebhookRow } from '#persistence/webhooks.ts';
import { answerTimeout, type Outcome, post } from './post.ts';
import { readEvent } from './read-event.ts';

/** Deliveries to one webhook that are under way at once, each about another target. */
const deliveriesAtOnce = 8;
/** Milliseconds for which a delivery is claimed: longer than an attempt takes. */
const claim = 2 * answerTimeout;

const inSession = <Result>(
  { orm }: AppDependencies,
  tenant: string,
  work: (session: WriteSession) => Promise<Result>,
): Promise<Result> => inWriteSession(orm, gatewayOf(tenant), 'system', work);

/** The secrets in force: the newest, and for the overlap of a rotation the one before. */
const secretsOf = (
  { webhookKey, clock }: AppDependencies,
  { id, secretVersion, previousSecretUntil }: WebhookRow,
): string[] => {
  const overlaps = previousSecretUntil !== null && previousSecretUntil > clock();
  return [secretVersion, ...(overlaps ? [secretVersion - 1] : [])].map((version) =>
    secretOf(webhookKey, { id, secretVersion: version }),
  );
};

/** Null when there is nothing that the webhook may receive. */
const attempt = async (
  dependencies: AppDependencies,
  webhook: WebhookRow,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Outcome | null> => {
  let body: string | null;
  try {
    body = await readEvent(dependencies, webhook, delivery);
  } catch (error) {
    // The claim ends by itself, and the delivery is due again.
    if (outageOf(error) !== null) throw error;
    dependencies.logFault('webhooks.not_read', error);
    return { outcome: 'failed', failure: 'UNREADABLE', httpStatus: null, askedPause: null };
  }
  if (body === null) return null;
  const headers = signedHeaders(secretsOf(dependencies, webhook), delivery.id, dependencies.clock(), body);
  const mayBePrivate = dependencies.settings.webhookPrivateAddresses;
  return post(webhook.url, headers, body, { mayBePrivate, signal });
};

const deliver = async (
  dependencies: AppDependencies,
  webhook: WebhookRow,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> => {
  const outcome = await attempt(dependencies, webhook, delivery, signal);
  const { tenant, id } = webhook;
  if (outcome === null || outcome.outcome === 'accepted')
    return inSession(dependencies, tenant, (session) => deleteDelivery(session, delivery.id));
  const now = dependencies.clock();
  if (outcome.outcome === 'gone') {
    await endWebhook(dependencies, tenant, id);
    return inSession(dependencies, tenant, (session) =>
      storeFailure(session, delivery.id, { failure: 'STATUS', httpStatus: 410 }, now),
    );
  }
  const dueAt = signal.aborted ? now : decideNextAttempt(delivery.attempts, now, outcome.askedPause);
  return inSession(dependencies, tenant, (session) => storeFailure(session, delivery.id, outcome, dueAt));
};

/**
 * Notifies one webhook of everything that is due: events become deliveries, and deliveries are sent, of each target the
 * oldest first. Ends when nothing is due, or `signal` says so. Returns how many attempts were made.
 */
export const notifyWebhook = async (
  ofAllTenants: AppDependencies,
  { tenant, webhookId }: DueWebhook,
  signal: AbortSignal,
): Promise<number> => {
  const dependencies = dependenciesOf(ofAllTenants, tenant);
  for (let attempts = 0; ; ) {
    if (signal.aborted) return attempts;
    const queued = await inSession(dependencies, tenant, (session) =>
      queueEvents(session, webhookId, () => dependencies.newId('whd')),
    );
    const now = dependencies.clock();
    const due = await inSession(dependencies, tenant, (session) =>
      claimDeliveries(session, webhookId, {
        now,
        until: new Date(now.getTime() + claim),
        most: deliveriesAtOnce,
      }),
    );
    if (due === null || (queued === 0 && due.claimed.length === 0)) return attempts;
    await Promise.all(due.claimed.map((delivery) => deliver(dependencies, due.webhook, delivery, signal)));
    attempts += due.claimed.length;
  }
};
