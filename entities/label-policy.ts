import { defineEntity, p } from '@mikro-orm/core';
import { type LabelPolicyMode, labelPolicyModes } from '#domain/labels/policy/label-policy.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies } from './policies.ts';

/**
 * A tenant's label policy: every revision is kept, the highest is in force from its commit on. Every session of the
 * tenant reads it, since it governs what the session sees; whom it is shown to is for the query to say. Written once.
 */
export const LabelPolicyTable = defineEntity({
  name: 'StoredLabelPolicy',
  tableName: 'label_policies',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** 1, 2, 3 … */
    revision: p.integer(),
    mode: p.text().$type<LabelPolicyMode>(),
    /** In order; a policy that cannot be read as rules denies everything with a label. */
    rules: p.json<unknown>(),
    /** SHA-256 hex over the canonical JSON of mode and rules. */
    hash: p.text(),
    setBy: p.text(),
    setAt: instant(),
  },
  uniques: [{ name: 'label_policies_revision_key', properties: ['tenant', 'revision'] }],
  checks: [oneOf('label_policies', 'mode', labelPolicyModes)],
  policies: searchableTablePolicies('label_policies', sameTenant).filter(
    ({ command }) => command !== 'update',
  ),
});
