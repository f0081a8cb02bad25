import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies } from './policies.ts';

/** A spelling of a user whose token has called a mutation of the tenant, under their folded name (`foldedName`). */
export const KnownUserTable = defineEntity({
  name: 'KnownUser',
  tableName: 'known_users',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    name: p.text().primary(),
    /** The name as a token carries it. */
    spelling: p.text().primary(),
    notedAt: instant(),
  },
  policies: searchableTablePolicies('known_users', sameTenant).filter(({ command }) => command !== 'update'),
});
