import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, tablePolicies } from './policies.ts';

/** A mutation that was applied under a caller's key, and its outcome: ids and codes, no text. Belongs to one tenant and user. */
export const IdempotencyKeyTable = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    user: p.text().primary().name('user_id'),
    key: p.text().primary(),
    mutation: p.text(),
    /** SHA-256 of the canonical input without the key. */
    inputHash: p.text(),
    outcome: p.json<unknown>().nullable(),
    createdAt: instant(),
  },
  policies: tablePolicies('idempotency_keys', `${sameTenant} and user_id = (select viewer_user())`),
});
