import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns, tenantKey } from './governed-columns.ts';
import { quarantineVisibility, tablePolicies } from './policies.ts';

/** What an admin withholds at once, by where it came from. For admins, and for reviewers and auditors who see any of its items. */
export const QuarantineTable = defineEntity({
  name: 'Quarantine',
  tableName: 'quarantines',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** Where it came from, as it was asked. */
    origin: p.json<unknown>(),
    reason: p.text(),
    setBy: p.text(),
    setAt: instant(),
    /** When the last of its items was released; null: it withholds some. */
    endedAt: instant().nullable(),
  },
  uniques: [tenantKey('quarantines')],
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
