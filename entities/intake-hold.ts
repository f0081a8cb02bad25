import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { adminTablePolicies } from './policies.ts';

/** A person or service whom an admin keeps from bringing anything in, under their folded name (`foldedName`). */
export const IntakeHoldTable = defineEntity({
  name: 'IntakeHold',
  tableName: 'intake_holds',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** The folded name. */
    userKey: p.text().primary(),
    /** The name as the admin wrote it. */
    namedUser: p.text(),
    setBy: p.text(),
    setAt: instant(),
    /** Null while it is in force. */
    releasedAt: instant().nullable(),
  },
  policies: adminTablePolicies('intake_holds'),
});
