import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { adminTablePolicies, lookedUp } from './policies.ts';

/** A group that an admin withdrew, from everybody or from one person: whatever carries it counts without it. */
export const WithdrawnGroupTable = defineEntity({
  name: 'WithdrawnGroup',
  tableName: 'withdrawn_groups',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    name: p.text().primary(),
    /** The folded name (`foldedName`) of whom it was withdrawn from; empty: from everybody. */
    userKey: p.text().primary(),
    /** The name as the admin wrote it; null: everybody. */
    namedUser: p.text().nullable(),
    setBy: p.text(),
    setAt: instant(),
    /** Null while it is in force. */
    restoredAt: instant().nullable(),
  },
  policies: [...adminTablePolicies('withdrawn_groups'), lookedUp('withdrawn_groups')],
});
