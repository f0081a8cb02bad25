import { defineEntity, p } from '@mikro-orm/core';
import { tenantColumns } from './governed-columns.ts';
import { deletable, sameTenant, seesItemOf, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/**
 * A keyed hash of one wording of an item, normalized. `claimed` rows, one per extracted wording, are unique within a
 * visibility, so that nothing is proposed twice. Holds no text; no GraphQL field reads it.
 */
export const FingerprintTable = defineEntity({
  name: 'Fingerprint',
  tableName: 'fingerprints',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories').nullable(),
    entityId: reference('graph_entities').nullable(),
    revision: p.integer(),
    project: p.text(),
    visibilityKey: p.text(),
    /** `memory:DECISION`, `entity:COMPONENT`. */
    type: p.text(),
    /** HMAC-SHA-256, lower-case hex. */
    fingerprint: p.text(),
    claimed: p.boolean(),
  },
  indexes: [
    {
      name: 'fingerprints_claim_key',
      expression:
        'create unique index "fingerprints_claim_key" on "fingerprints" ("tenant", "project", "type", "fingerprint", "visibility_key") where claimed',
    },
    { name: 'fingerprints_wording_index', properties: ['tenant', 'project', 'fingerprint'] },
  ],
  checks: [{ name: 'fingerprints_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' }],
  policies: [
    ...tablePolicies('fingerprints', sameTenant),
    deletable('fingerprints', `${sameTenant} and ${seesItemOf('fingerprints')}`),
  ],
});
