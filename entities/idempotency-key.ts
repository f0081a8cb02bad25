import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { erasureRole, sameTenant, tablePolicies } from './policies.ts';

/**
 * A mutation that was applied under a caller's key, and its outcome: ids and codes, no text. Belongs to one tenant and
 * user, and is kept for a while.
 */
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
  indexes: [{ name: 'idempotency_keys_created_index', properties: ['createdAt'] }],
  policies: [
    ...tablePolicies('idempotency_keys', `${sameTenant} and user_id = (select viewer_user())`),
    {
      name: 'idempotency_keys_erasure',
      command: 'all',
      roles: [erasureRole],
      using: '(select viewer_tenant()) is null',
    },
  ],
});
