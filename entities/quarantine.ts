import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { quarantineVisibility, tablePolicies } from './policies.ts';

/**
 * A set of items that an admin withholds together, chosen by their origin. For admins, and for reviewers and auditors
 * who see any of its items.
 */
export const QuarantineTable = defineEntity({
  name: 'Quarantine',
  tableName: 'quarantines',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** The origin, as requested. */
    origin: p.json<unknown>(),
    reason: p.text(),
    setBy: p.text(),
    setAt: instant(),
    /** When the last of its items was released; null: it withholds some. */
    endedAt: instant().nullable(),
  },
  indexes: [
    { name: 'quarantines_setter_index', properties: ['tenant', 'setBy', 'id'] },
    {
      name: 'quarantines_standing_index',
      expression:
        'create index "quarantines_standing_index" on "quarantines" ("tenant", "set_at", "id") where ended_at is null',
    },
  ],
  policies: tablePolicies('quarantines', quarantineVisibility),
});
