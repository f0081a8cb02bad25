import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { DeliveryFailure, DeliveryState, WebhookRole, WebhookState } from '#domain/webhooks/webhook.ts';
import type { NestedList } from './reading/nested-list.ts';
import { type SqlBool, sql } from './reading/sql.ts';
import { bulkInsert } from './store/bulk-insert.ts';
import type { QueryExecutorProvider, ReadSession, WriteSession } from './store/viewer-session.ts';

/** The part of a webhook that an admin sets. */
export interface WebhookSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly AuditChange[];
  /** Empty: every project. */
  readonly projects: readonly string[];
  readonly roles: readonly WebhookRole[];
  readonly groups: readonly string[];
  readonly state: WebhookState;
}

export interface WebhookRow extends WebhookSettings {
  readonly id: string;
  readonly tenant: string;
  readonly secretVersion: number;
  readonly previousSecretUntil: Date | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

export const webhookColumns = sql`w.id, w.tenant, w.url, w.description, w.event_types as "eventTypes", w.projects, w.roles, w.groups,
  w.state, w.secret_version as "secretVersion", w.previous_secret_until as "previousSecretUntil", w.created_by as "createdBy", w.created_at as "createdAt"`;

const governed = (viewer: Viewer) =>
  sql<SqlBool>`(w.tenant = ${viewer.tenant} and ${hasRole(viewer, 'admin')})`;

/** The webhooks of the tenant, oldest first; none for anybody but an admin. */
export const listWebhooks = async ({ viewer, db }: ReadSession): Promise<WebhookRow[]> => {
  const { rows } = await sql<WebhookRow>`select ${webhookColumns} from webhooks w
    where ${governed(viewer)} order by w.id`.execute(await db());
  return rows;
};

/** Null for an id that is missing, and for anybody but an admin. */
export const findWebhook = async (
  db: QueryExecutorProvider,
  viewer: Viewer,
  id: string,
): Promise<WebhookRow | null> => {
  const { rows } = await sql<WebhookRow>`select ${webhookColumns} from webhooks w
    where ${governed(viewer)} and w.id = ${id}`.execute(db);
  return rows[0] ?? null;
};

/** Like `findWebhook`, and nobody else changes it before the end of the transaction. */
export const lockWebhook = async ({ db, viewer }: WriteSession, id: string): Promise<WebhookRow | null> => {
  const { rows } = await sql<WebhookRow>`select ${webhookColumns} from webhooks w
    where ${governed(viewer)} and w.id = ${id} for update`.execute(db);
  return rows[0] ?? null;
};

export const countWebhooks = async ({ db, viewer }: WriteSession): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from webhooks w where ${governed(viewer)}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Inserts a webhook that is notified of what is committed from now on. */
export const insertWebhook = async (
  { db, viewer }: WriteSession,
  id: string,
  { url, description, eventTypes, projects, roles, groups, state }: WebhookSettings,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{
    sequence: number;
  }>`select sequence::float8 as sequence from audit_heads where tenant = ${viewer.tenant}`.execute(db);
  await bulkInsert(db, 'webhooks', [
    {
      ...{
        id,
        tenant: viewer.tenant,
        url,
        description,
        event_types: eventTypes,
        projects,
        roles,
        groups,
        state,
      },
      ...{ secret_version: 1, previous_secret_until: null, position: rows[0]?.sequence ?? 0 },
      ...{ created_by: viewer.user, created_at: now },
    },
  ]);
};

export const updateWebhook = async (
  { db, viewer }: WriteSession,
  id: string,
  { url, description, eventTypes, projects, roles, groups, state }: WebhookSettings,
): Promise<void> => {
  await sql`update webhooks w set url = ${url}, description = ${description}, event_types = ${[...eventTypes]}, projects = ${[...projects]},
    roles = ${[...roles]}, groups = ${[...groups]}, state = ${state} where ${governed(viewer)} and w.id = ${id}`.execute(
    db,
  );
};

/** Makes the next secret the one in force, and the one before valid until an instant. */
export const rotateSecret = async (
  { db, viewer }: WriteSession,
  id: string,
  previousSecretUntil: Date,
): Promise<void> => {
  await sql`update webhooks w set secret_version = secret_version + 1, previous_secret_until = ${previousSecretUntil}
    where ${governed(viewer)} and w.id = ${id}`.execute(db);
};

/** Deletes a webhook with what was on its way to it. */
export const deleteWebhook = async ({ db, viewer }: WriteSession, id: string): Promise<void> => {
  await sql`delete from webhooks w where ${governed(viewer)} and w.id = ${id}`.execute(db);
};

/** Makes dead deliveries of a webhook pending again; null: all of them. Returns how many. */
export const reviveDeliveries = async (
  { db, viewer }: WriteSession,
  webhookId: string,
  ids: readonly string[] | null,
  now: Date,
): Promise<number> => {
  const named = ids === null ? sql`` : sql` and d.id = any(${[...ids]})`;
  const { rows } = await sql`update webhook_deliveries d set state = 'PENDING', attempts = 0, due_at = ${now}
    where d.tenant = ${viewer.tenant} and d.webhook_id = ${webhookId} and d.state = 'DEAD'${named} returning 1`.execute(
    db,
  );
  return rows.length;
};

export interface WebhookDeliveryRow {
  readonly id: string;
  readonly eventType: AuditChange;
  readonly eventAt: Date;
  readonly targetId: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly failure: DeliveryFailure | null;
  readonly httpStatus: number | null;
}

export const deliveryColumns = (row: 'd' | 'n') => {
  const columns = [
    ...['event_type as "eventType"', 'event_at as "eventAt"', 'target_id as "targetId"', 'state', 'attempts'],
    ...['due_at as "dueAt"', 'failure', 'http_status as "httpStatus"'],
  ];
  return sql.raw(['id', ...columns].map((column) => `${row}.${column}`).join(', '));
};

/** The deliveries that a webhook has not accepted yet, oldest event first. For admins. */
export const deliveriesOfWebhook: NestedList<WebhookDeliveryRow & { readonly sequence: number }> = {
  name: 'webhook-deliveries',
  columns: sql`${deliveryColumns('n')}, n.sequence::float8 as sequence`,
  from: sql`webhook_deliveries`,
  parent: 'webhook_id',
  key: 'sequence',
  keyOf: ({ sequence }) => sequence,
  visible: (viewer) => sql`n.tenant = ${viewer.tenant} and ${hasRole(viewer, 'admin')}`,
};
