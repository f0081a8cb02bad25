import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type MemoryKind, memoryKinds } from '#domain/ingestion/kinds.ts';
import { double, governedChecks, governedColumns, instant, oneOf } from './governed-columns.ts';
import { deletable, itemVisibility, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

/** A statement in L1: a candidate until a person promotes it. */
export const MemoryTable = defineEntity({
  name: 'Memory',
  tableName: 'memories',
  rowLevelSecurity: 'force',
  properties: {
    ...governedColumns,
    supersededById: reference('memories', 'set null').nullable(),
    kind: p.text().$type<MemoryKind>(),
    summary: p.text().nullable(),
    subjectId: p.text().nullable(),
    domain: p.text().nullable(),
    tags: textArray().defaultRaw(`'{}'`),
    /** True when the keyword table or a model chose the domain or the tags; false when a person did, or nobody. */
    domainDerived: p.boolean().default(false),
    tagsDerived: p.boolean().default(false),
    /** Under an admin's mandate; never a personal memory. */
    mandatory: p.boolean().default(false),
    /** `confidence` as first written, before evidence or a mandate changed it; null while unchanged. */
    writtenConfidence: double().nullable(),
    /** When its contributor asked reviewers to make it personal; null: no request is open. */
    personalRequestedAt: instant().nullable(),
    /** When the oldest of its open disputes was raised; null: nobody disputes it. */
    disputedSince: instant().nullable(),
    /** Totals of its evidence, kept by a trigger: events, distinct people, kinds, newest. */
    evidenceCount: p.integer().default(0),
    verifierCount: p.integer().default(0),
    detectionTypes: textArray().defaultRaw(`'{}'`),
    newestEvidenceAt: instant().nullable(),
  },
  indexes: [
    {
      name: 'memories_reviewer_index',
      expression:
        'create index "memories_reviewer_index" on "memories" ("tenant", "reviewed_by") where reviewed_by is not null',
    },
    { name: 'memories_created_index', properties: ['tenant', 'createdAt', 'id'] },
    { name: 'memories_updated_index', properties: ['tenant', 'updatedAt', 'id'] },
    { name: 'memories_confidence_index', properties: ['tenant', 'confidence', 'id'] },
    {
      name: 'memories_score_bound_index',
      expression:
        'create index "memories_score_bound_index" on "memories" ("tenant", "mandatory" desc, score_bound(mandatory, coalesce(written_confidence, confidence), detection_types, verifier_count, coalesce(newest_evidence_at, created_at), greatest(updated_at, newest_evidence_at)) desc) where status in (\'ACTIVE\', \'GRADUATED\')',
    },
    {
      name: 'memories_touched_index',
      expression:
        'create index "memories_touched_index" on "memories" ("tenant", "mandatory" desc, greatest(updated_at, newest_evidence_at) desc) where status in (\'ACTIVE\', \'GRADUATED\') and (verifier_count > 0 or mandatory)',
    },
    { name: 'memories_review_index', properties: ['tenant', 'status', 'reviewScore', 'id'] },
    { name: 'memories_queue_index', properties: ['tenant', 'status', 'pendingSince', 'id'] },
    { name: 'memories_project_index', properties: ['tenant', 'project', 'status', 'createdAt', 'id'] },
    { name: 'memories_contributor_index', properties: ['tenant', 'contributor', 'id'] },
    { name: 'memories_report_index', properties: ['tenant', 'reportId'] },
    { name: 'memories_successor_index', properties: ['tenant', 'supersededById'] },
    { name: 'memories_source_index', properties: ['tenant', 'sourceId'] },
    {
      name: 'memories_holding_index',
      expression:
        'create index "memories_holding_index" on "memories" ("tenant", "holds_until") where holds_until is not null',
    },
    {
      name: 'memories_routing_rejected_index',
      expression:
        'create index "memories_routing_rejected_index" on "memories" ("tenant", "id") where routing_status = \'REJECTED\'',
    },
    { name: 'memories_extraction_index', properties: ['tenant', 'extractionId'] },
    {
      name: 'memories_labelled_source_index',
      expression:
        'create index "memories_labelled_source_index" on "memories" ("tenant", "source_id") where sensitivity_labels <> \'{}\'',
    },
    {
      name: 'memories_labels_index',
      expression:
        'create index "memories_labels_index" on "memories" ("tenant", "sensitivity_labels") where sensitivity_labels <> \'{}\'',
    },
    {
      name: 'memories_suggested_index',
      expression:
        'create index "memories_suggested_index" on "memories" ("tenant", "created_at", "id") where suggested_labels <> \'{}\'',
    },
    { name: 'memories_in_project_index', properties: ['tenant', 'project', 'id'] },
    { name: 'memories_newest_index', properties: ['tenant', 'project', 'visibilityKey', 'id'] },
    { name: 'memories_domain_index', properties: ['tenant', 'domain', 'visibilityKey', 'id'] },
  ],
  checks: [
    ...governedChecks('memories'),
    oneOf('memories', 'kind', memoryKinds),
    { name: 'memories_mandate_check', expression: 'not (mandatory and is_personal)' },
  ],
  policies: [...searchableTablePolicies('memories', itemVisibility), deletable('memories', itemVisibility)],
});
export type Memory = InferEntity<typeof MemoryTable>;
