import type { AuditChange } from '#domain/audit/audit-actions.ts';
import type { DeliveryFailure } from '#domain/webhooks/webhook.ts';
import { sql } from './reading/sql.ts';
import { bulkInsert } from './store/bulk-insert.ts';
import type { QueryExecutorProvider, WriteSession } from './store/viewer-session.ts';
import { deliveryColumns, type WebhookDeliveryRow, type WebhookRow, webhookColumns } from './webhooks.ts';

export interface DueWebhook {
  readonly tenant: string;
  readonly webhookId: string;
}

/** Webhooks of any tenant with something to do; in a session of the system role without a tenant. */
export const dueWebhooks = async (
  db: QueryExecutorProvider,
  now: Date,
  most: number,
): Promise<DueWebhook[]> => {
  const { rows } = await sql<DueWebhook>`select tenant, webhook_id as "webhookId"
    from due_webhooks(${now}, ${most})`.execute(db);
  return rows;
};

/** Events that become deliveries in one transaction, out of those that it looks at. */
const eventsAtOnce = 100;
const eventsSearched = 5_000;
/** With so many deliveries on their way no further event becomes one: the audit log keeps them. */
const mostPending = 1_000;

/** The webhook while it is notified of anything; null when it is not, and while another process moves its place. */
const lockActive = async ({ db, viewer }: WriteSession, id: string) => {
  const { rows } = await sql<
    WebhookRow & { readonly position: number }
  >`select ${webhookColumns}, w.position::float8 as position from webhooks w
    where w.tenant = ${viewer.tenant} and w.id = ${id} and w.state = 'ACTIVE' for update skip locked`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** Makes deliveries of the events after the webhook's place, and moves it, in the session's transaction. Returns how many. */
export const queueEvents = async (
  session: WriteSession,
  webhookId: string,
  newId: () => string,
): Promise<number> => {
  const { db, viewer } = session;
  const webhook = await lockActive(session, webhookId);
  if (webhook === null) return 0;
  const { rows: events } = await sql<{
    head: number;
    pending: number;
    sequence: number | null;
    at: Date;
    action: AuditChange;
    targetId: string;
  }>`select h.sequence::float8 as head, p.pending, e.sequence::float8 as sequence, e.at, e.action, e.target_id as "targetId"
    from audit_heads h
    cross join lateral (select count(*)::int as pending from (select 1 from webhook_deliveries d
      where d.tenant = h.tenant and d.webhook_id = ${webhookId} and d.state = 'PENDING' limit ${mostPending}) counted) p
    left join lateral (select n.sequence, n.at, n.action, n.target_id from audit_events n
      where n.tenant = h.tenant and n.sequence > ${webhook.position} and n.sequence <= ${webhook.position + eventsSearched}
        and n.action = any(${[...webhook.eventTypes]}) order by n.sequence limit ${eventsAtOnce}) e on true
    where h.tenant = ${viewer.tenant} order by e.sequence`.execute(db);
  const [first] = events;
  if (first === undefined || first.pending >= mostPending) return 0;
  const found = events.flatMap((event) =>
    event.sequence === null ? [] : [{ ...event, sequence: event.sequence }],
  );
  const position =
    found.length === eventsAtOnce
      ? (found.at(-1)?.sequence ?? webhook.position)
      : Math.min(webhook.position + eventsSearched, first.head);
  await bulkInsert(
    db,
    'webhook_deliveries',
    found.map(({ sequence, at, action, targetId }) => ({
      ...{ id: newId(), tenant: viewer.tenant, webhook_id: webhookId, sequence },
      ...{ event_type: action, event_at: at, target_id: targetId },
      ...{ state: 'PENDING' as const, attempts: 0, due_at: at, failure: null, http_status: null },
    })),
  );
  await sql`update webhooks w set position = ${position} where w.tenant = ${viewer.tenant} and w.id = ${webhookId}`.execute(
    db,
  );
  return found.length;
};

/** A delivery that this process alone sends, until its claim ends. */
export interface ClaimedDelivery extends WebhookDeliveryRow {
  /** Attempts, this one included. */
  readonly attempts: number;
}

/**
 * Claims deliveries of a webhook that are due: of each target the oldest alone. If the process ends, each is due again
 * at `until`. Null when the webhook is not notified of anything now.
 */
export const claimDeliveries = async (
  { db, viewer }: WriteSession,
  webhookId: string,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
): Promise<{ readonly webhook: WebhookRow; readonly claimed: readonly ClaimedDelivery[] } | null> => {
  // The row's lock orders the claims of several processes.
  const { rows: active } = await sql<WebhookRow>`select ${webhookColumns} from webhooks w
    where w.tenant = ${viewer.tenant} and w.id = ${webhookId} and w.state = 'ACTIVE' for update`.execute(db);
  const [webhook] = active;
  if (webhook === undefined) return null;
  const { rows: claimed } = await sql<ClaimedDelivery>`update webhook_deliveries d
    set attempts = d.attempts + 1, due_at = ${until}, failure = 'INTERRUPTED', http_status = null
    from (select c.id from webhook_deliveries c where c.tenant = ${viewer.tenant} and c.webhook_id = ${webhookId} and c.state = 'PENDING' and c.due_at <= ${now}
      and not exists (select 1 from webhook_deliveries b where b.tenant = c.tenant and b.webhook_id = c.webhook_id and b.target_id = c.target_id
        and b.state = 'PENDING' and b.sequence < c.sequence)
      order by c.sequence limit ${most}) due
    where d.tenant = ${viewer.tenant} and d.id = due.id returning ${deliveryColumns('d')}`.execute(db);
  return { webhook, claimed };
};

export const deleteDelivery = async ({ db, viewer }: WriteSession, id: string): Promise<void> => {
  await sql`delete from webhook_deliveries d where d.tenant = ${viewer.tenant} and d.id = ${id}`.execute(db);
};

/** Stores how an attempt failed, and when the next one is due; null: the delivery is dead. */
export const storeFailure = async (
  { db, viewer }: WriteSession,
  id: string,
  { failure, httpStatus }: { readonly failure: DeliveryFailure; readonly httpStatus: number | null },
  dueAt: Date | null,
): Promise<void> => {
  await sql`update webhook_deliveries d set failure = ${failure}, http_status = ${httpStatus}, state = ${dueAt === null ? 'DEAD' : 'PENDING'},
    due_at = coalesce(${dueAt}::timestamptz, d.due_at) where d.tenant = ${viewer.tenant} and d.id = ${id}`.execute(
    db,
  );
};

/** The receiver has said that it is gone: the webhook is notified of nothing more until an admin makes it active. */
export const endWebhook = async ({ db, viewer }: WriteSession, id: string): Promise<boolean> => {
  const { rows } =
    await sql`update webhooks w set state = 'ENDED' where w.tenant = ${viewer.tenant} and w.id = ${id} and w.state = 'ACTIVE' returning 1`.execute(
      db,
    );
  return rows.length > 0;
};
