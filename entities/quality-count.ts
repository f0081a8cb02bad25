import { defineEntity, p } from '@mikro-orm/core';
import type { ItemStatus } from '#domain/review/states.ts';
import { personalColumns } from './governed-columns.ts';
import { erasureRole, indexRole, qualityCountVisibility, tablePolicies } from './policies.ts';
import { textArray } from './text-array.ts';

/**
 * Figures of extraction by class: of extracted items of one rule, extractor version, kind of source and contributor that
 * are visible together or hidden together, and of contradictions with such an item as one side. Triggers add rows for
 * each change, in its transaction; a figure of a class is the sum of its rows, which `fold_quality_counts` makes one of.
 */
export const QualityCountTable = defineEntity({
  name: 'QualityCount',
  tableName: 'quality_counts',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    project: p.text(),
    rule: p.text(),
    extractorVersion: p.text(),
    /** False: read from a document. */
    fromInteraction: p.boolean(),
    /** ACTIVE for whatever was promoted, else CANDIDATE. */
    status: p.text().$type<ItemStatus>(),
    ...personalColumns,
    quarantined: p.boolean(),
    sensitivityLabels: textArray(),
    /** Visibility of the other side; null where no contradictions are counted. */
    otherStatus: p.text().$type<ItemStatus>().nullable(),
    otherContributor: p.text().nullable(),
    otherAudience: textArray().nullable(),
    otherIsPersonal: p.boolean().nullable(),
    otherQuarantined: p.boolean().nullable(),
    otherSensitivityLabels: textArray().nullable(),
    /** By the names of `#domain/review/extraction-quality`; each counts `times` times. */
    figures: p.json<Readonly<Record<string, number>>>(),
    /** Negative for items that left the class or its figures. */
    times: p.integer(),
  },
  policies: [
    ...tablePolicies('quality_counts', qualityCountVisibility),
    // Contradictions are counted, and rows of all tenants folded, by functions.
    { name: 'quality_counts_index', command: 'all', roles: [indexRole], using: 'true', check: 'true' },
    // An erasure changes items.
    { name: 'quality_counts_erasure', command: 'insert', roles: [erasureRole], check: 'true' },
  ],
});
