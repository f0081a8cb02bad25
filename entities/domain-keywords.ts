import { defineEntity, p } from '@mikro-orm/core';
import type { DomainEntry } from '#domain/classification/classification.ts';
import { instant } from './governed-columns.ts';
import { adminTablePolicies } from './policies.ts';

/** The words by which a tenant recognises its domains; one row a tenant, none before an admin writes the first. */
export const DomainKeywordsTable = defineEntity({
  name: 'DomainKeywords',
  tableName: 'domain_keywords',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** Counts its changes, from 1. */
    revision: p.integer(),
    /** In the order that decides between keywords of the same length. */
    entries: p.json<readonly DomainEntry[]>(),
    setBy: p.text(),
    setAt: instant(),
  },
  policies: adminTablePolicies('domain_keywords'),
});
