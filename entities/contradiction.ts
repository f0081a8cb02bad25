import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import {
  type ContradictionStatus,
  contradictionStatuses,
  type ResolutionAction,
  resolutionActions,
  type Severity,
  severities,
} from '#domain/contradictions/contradictions.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { readsWordsOfBoth, sameTenant, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

/** Two memories that a judge found to contradict each other: one row a pair, ever. Seen with both of its sides, and gone with either. */
export const ContradictionTable = defineEntity({
  name: 'Contradiction',
  tableName: 'contradictions',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** Side A in the API. */
    olderId: reference('memories', 'cascade'),
    /** Side B in the API. */
    newerId: reference('memories', 'cascade'),
    severity: p.text().$type<Severity>().nullable(),
    status: p.text().$type<ContradictionStatus>(),
    explanation: p.text(),
    /** `heuristic`, or the name of the model. */
    judge: p.text(),
    suggestedAction: p.text().$type<ResolutionAction>().nullable(),
    suggestedContent: p.text().nullable(),
    suggestedJustification: p.text().nullable(),
    /** Resolution by a person; null, or empty, while the contradiction is open. */
    action: p.text().$type<ResolutionAction>().nullable(),
    resolvedBy: p.text().nullable(),
    resolvedAt: instant().nullable(),
    note: p.text().nullable(),
    /** The memory that its last merge wrote; kept when the merge is undone. */
    mergedId: reference('memories').nullable(),
    /** The sides that the resolution took out of their place. */
    loserIds: textArray().defaultRaw(`'{}'`),
    /** The side that the resolution promoted, so that its undo returns it; null when it promoted none. */
    promotedId: p.text().nullable(),
    /** Counts its changes, from 1; `expectedRevision` is compared with it. */
    revision: p.integer().default(1),
    detectedAt: instant(),
  },
  uniques: [{ name: 'contradictions_pair_key', properties: ['tenant', 'olderId', 'newerId'] }],
  indexes: [
    { name: 'contradictions_detected_index', properties: ['tenant', 'detectedAt', 'id'] },
    {
      name: 'contradictions_resolved_index',
      expression:
        'create index "contradictions_resolved_index" on "contradictions" ("tenant", "resolved_at", "id") where resolved_at is not null',
    },
    {
      name: 'contradictions_resolver_index',
      expression:
        'create index "contradictions_resolver_index" on "contradictions" ("tenant", "resolved_by") where resolved_by is not null',
    },
    {
      name: 'contradictions_open_index',
      expression: `create index "contradictions_open_index" on "contradictions" ("tenant", "detected_at", "id") where status = 'OPEN'`,
    },
    {
      name: 'contradictions_hard_index',
      expression: `create index "contradictions_hard_index" on "contradictions" ("tenant", "detected_at", "id") where status = 'OPEN' and severity = 'HARD'`,
    },
    { name: 'contradictions_status_index', properties: ['tenant', 'status', 'id'] },
    { name: 'contradictions_newer_index', properties: ['tenant', 'newerId', 'id'] },
  ],
  checks: [
    oneOf('contradictions', 'severity', severities),
    oneOf('contradictions', 'status', contradictionStatuses),
    oneOf('contradictions', 'action', resolutionActions),
    oneOf('contradictions', 'suggested_action', resolutionActions),
    { name: 'contradictions_pair_check', expression: 'older_id < newer_id' },
    { name: 'contradictions_resolution_check', expression: `(status = 'RESOLVED') = (action is not null)` },
  ],
  policies: searchableTablePolicies(
    'contradictions',
    `${sameTenant} and ${readsWordsOfBoth(['older_id', 'newer_id'], 'contradictions')}`,
  ),
});
export type Contradiction = InferEntity<typeof ContradictionTable>;
