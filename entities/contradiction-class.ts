import { defineEntity, p } from '@mikro-orm/core';
import { contradictionClass } from './contradiction-count.ts';
import { contradictionCountVisibility, indexRole, sameTenant, systemRole, viewerRole } from './policies.ts';

/**
 * The class that each contradiction is counted in (`contradiction_counts`). It follows the contradiction and both of its sides, in the
 * same transaction, so that nobody looks the sides up.
 */
export const ContradictionClassTable = defineEntity({
  name: 'ContradictionClass',
  tableName: 'contradiction_classes',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** The id of the contradiction. */
    id: p.text().primary(),
    olderId: p.text(),
    newerId: p.text(),
    ...contradictionClass,
  },
  policies: [
    {
      name: 'contradiction_classes_viewer_select',
      command: 'select',
      roles: [viewerRole],
      using: contradictionCountVisibility,
    },
    { name: 'contradiction_classes_system', command: 'select', roles: [systemRole], using: sameTenant },
    { name: 'contradiction_classes_index', command: 'all', roles: [indexRole], using: 'true', check: 'true' },
  ],
});
