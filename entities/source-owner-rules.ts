import { defineEntity, p } from '@mikro-orm/core';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import { instant } from './governed-columns.ts';
import { adminTablePolicies, lookedUp } from './policies.ts';

/** Owners that a tenant's admins name for folders of projects; one row a tenant, none before an admin names the first. */
export const SourceOwnerRulesTable = defineEntity({
  name: 'SourceOwnerRules',
  tableName: 'source_owner_rules',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** Counts its changes, from 1. */
    revision: p.integer(),
    rules: p.json<readonly SourceOwnerRule[]>(),
    setBy: p.text(),
    setAt: instant(),
  },
  policies: [...adminTablePolicies('source_owner_rules'), lookedUp('source_owner_rules')],
});
