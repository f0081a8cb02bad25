import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type DetectionType, detectionTypes } from '#domain/evidence/detection-types.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesRow } from './policies.ts';
import { reference } from './relations.ts';

/** One verification event of a memory. Written once; seen with its memory, and gone with it. */
export const EvidenceTable = defineEntity({
  name: 'Evidence',
  tableName: 'evidence',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories', 'cascade'),
    detectionType: p.text().$type<DetectionType>(),
    userQuote: p.text().nullable(),
    /** Place of the statement, in the caller's words. */
    sourceRef: p.text().nullable(),
    /** The verifier: the actor, unless a service named somebody else. */
    sourceUser: p.text(),
    recordedBy: p.text(),
    /** The person as whom it counts, folded; null: it raises no belief (`verifierKey`). */
    verifierKey: p.text().nullable(),
    createdAt: instant(),
  },
  indexes: [
    { name: 'evidence_verifier_index', properties: ['tenant', 'sourceUser', 'id'] },
    { name: 'evidence_memory_index', properties: ['tenant', 'memoryId', 'id'] },
    { name: 'evidence_time_index', properties: ['tenant', 'createdAt', 'id'] },
    // Ids of interactions are short; callers' words are longer than a key of a tree may be.
    {
      name: 'evidence_source_index',
      expression:
        'create index "evidence_source_index" on "evidence" ("tenant", "source_ref", "id") where length(source_ref) <= 100',
    },
  ],
  checks: [oneOf('evidence', 'detection_type', detectionTypes)],
  policies: searchableTablePolicies(
    'evidence',
    `${sameTenant} and ${seesRow('memories', 'memory_id', 'evidence')}`,
  ).filter(({ command }) => command !== 'update'),
});
export type Evidence = InferEntity<typeof EvidenceTable>;
