import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, tablePolicies } from './policies.ts';

/** A group that a token of the tenant has named, or that an admin declared. It holds no members: tokens name them. */
export const KnownGroupTable = defineEntity({
  name: 'KnownGroup',
  tableName: 'known_groups',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    name: p.text().primary(),
    /** The user whose token named it first, or who declared it first. */
    notedBy: p.text(),
    notedAt: instant(),
  },
  policies: tablePolicies('known_groups', sameTenant).filter(({ command }) => command !== 'update'),
});
