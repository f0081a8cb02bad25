import { defineEntity, p } from '@mikro-orm/core';
import type { InboxReason } from '#domain/inbox/inbox.ts';
import { inboxCountVisibility, indexRole, sameTenant, systemRole, viewerRole } from './policies.ts';
import { textArray } from './text-array.ts';

/**
 * Numbers of inbox entries by class: entries of a class are visible together or hidden together. A row is added for each
 * change, in its transaction; the number of a class is the sum of its rows, which `fold_inbox_counts` makes one of. A class
 * has the columns that the visibility of an entry is decided by, under the same names.
 */
export const InboxCountTable = defineEntity({
  name: 'InboxCount',
  tableName: 'inbox_counts',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    reason: p.text().$type<InboxReason>(),
    priority: p.integer(),
    project: p.text().nullable(),
    /** Empty where the audience is, as `otherContributor`. */
    contributor: p.text(),
    audience: textArray(),
    sensitivityLabels: textArray(),
    otherProject: p.text().nullable(),
    otherContributor: p.text().nullable(),
    otherAudience: textArray(),
    otherLabels: textArray(),
    /** Added to the number of the class; negative for entries that left it. */
    entries: p.integer(),
  },
  policies: [
    {
      name: 'inbox_counts_viewer_select',
      command: 'select',
      roles: [viewerRole],
      using: inboxCountVisibility,
    },
    { name: 'inbox_counts_system', command: 'select', roles: [systemRole], using: sameTenant },
    { name: 'inbox_counts_index', command: 'all', roles: [indexRole], using: 'true', check: 'true' },
  ],
});
