import { defineEntity, p } from '@mikro-orm/core';
import { double } from './governed-columns.ts';
import { auditorVisibility, forgettablePolicies, viewerRole } from './policies.ts';

/** Tokens and cost of a tenant's calls to a language model on one day (UTC) for one source; a call under way counts at its most. */
export const ModelSpendingTable = defineEntity({
  name: 'ModelSpending',
  tableName: 'model_spending',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** `YYYY-MM-DD`. */
    day: p.text().primary(),
    /** A wave or an interaction; empty for calls about neither. */
    sourceId: p.text().primary(),
    tokens: double(),
    cost: double(),
    /** How often a call found no room in a budget. */
    stops: p.integer(),
  },
  indexes: [{ name: 'model_spending_source_index', properties: ['tenant', 'sourceId'] }],
  policies: [
    ...forgettablePolicies('model_spending'),
    {
      name: 'model_spending_viewer_select',
      command: 'select',
      roles: [viewerRole],
      using: auditorVisibility,
    },
  ],
});
