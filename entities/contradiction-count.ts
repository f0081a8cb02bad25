import { defineEntity, p } from '@mikro-orm/core';
import type { ContradictionStatus, Severity } from '#domain/contradictions/contradictions.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { contradictionCountVisibility, indexRole, sameTenant, systemRole, viewerRole } from './policies.ts';
import { textArray } from './text-array.ts';

/** Columns that all contradictions of a class have alike: their own, and each side's as `item_counts` has them. */
export const contradictionClass = {
  status: p.text().$type<ContradictionStatus>(),
  severity: p.text().$type<Severity>().nullable(),
  olderProject: p.text(),
  olderDomain: p.text().nullable(),
  olderStatus: p.text().$type<ItemStatus>(),
  /** Empty where everybody of the tenant sees the side, but for labels and quarantine, as `newerContributor`. */
  olderContributor: p.text(),
  olderAudience: textArray(),
  olderIsPersonal: p.boolean(),
  olderQuarantined: p.boolean(),
  olderSensitivityLabels: textArray(),
  newerProject: p.text(),
  newerDomain: p.text().nullable(),
  newerStatus: p.text().$type<ItemStatus>(),
  newerContributor: p.text(),
  newerAudience: textArray(),
  newerIsPersonal: p.boolean(),
  newerQuarantined: p.boolean(),
  newerSensitivityLabels: textArray(),
};

/**
 * Numbers of contradictions by class: contradictions of a class are visible together or hidden together. A row is added for each
 * change, in its transaction; the number of a class is the sum of its rows, which `fold_contradiction_counts` makes one of.
 */
export const ContradictionCountTable = defineEntity({
  name: 'ContradictionCount',
  tableName: 'contradiction_counts',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    ...contradictionClass,
    /** Added to the number of the class; negative for contradictions that left it. */
    contradictions: p.integer(),
  },
  policies: [
    {
      name: 'contradiction_counts_viewer_select',
      command: 'select',
      roles: [viewerRole],
      using: contradictionCountVisibility,
    },
    { name: 'contradiction_counts_system', command: 'select', roles: [systemRole], using: sameTenant },
    { name: 'contradiction_counts_index', command: 'all', roles: [indexRole], using: 'true', check: 'true' },
  ],
});
