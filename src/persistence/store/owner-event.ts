import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#domain/audit/audit-actions.ts';
import { saltedDigest } from '#domain/audit/audit-chain.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import type { OwnerConnection } from './unguarded-tables.ts';

/** An act of the operator on a whole tenant. */
export interface OwnerEvent {
  /** Id of the event, `aud_…`. */
  readonly eventId: string;
  readonly now: Date;
  readonly action: AuditAction;
  readonly targetId: string;
  /** JSON; absent: nothing stands after it. */
  readonly after?: unknown;
}

/** Appends an event to a tenant's chain as the gateway's act, in the transaction of the owner. */
export const appendAsOwner = async (
  owner: OwnerConnection,
  tenant: string,
  { eventId, now, action, targetId, after = null }: OwnerEvent,
): Promise<void> => {
  await owner.query(
    `select set_config('role', $1, true), set_config('vouch.tenant', $2, true),
      set_config('vouch.user', $3, true)`,
    [systemRole, tenant, gatewayOf(tenant).user],
  );
  const salt = randomUUID();
  await owner.query('select append_audit_events($1::jsonb)', [
    JSON.stringify([
      {
        ...{ id: eventId, at: now, action, salt, target_type: 'Tenant', target_id: targetId },
        ...{ after_digest: saltedDigest(salt, after), after },
      },
    ]),
  ]);
  await owner.query(`select set_config('role', 'none', true)`);
};
