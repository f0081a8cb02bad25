import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, tablePolicies } from './policies.ts';

/** A group that a token of the tenant has carried, or that an admin declared. Holds no members: those are the tokens' to say. */
export const KnownGroupTable = defineEntity({
  name: 'KnownGroup',
  tableName: 'known_groups',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    name: p.text().primary(),
    /** Who carried or declared it first. */
    notedBy: p.text(),
    notedAt: instant(),
  },
  policies: tablePolicies('known_groups', sameTenant).filter(({ command }) => command !== 'update'),
});
