import { defineEntity, p } from '@mikro-orm/core';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import {
  type WorkflowReason,
  type WorkflowStatus,
  workflowReasons,
  workflowStatuses,
} from '#domain/routing/workflow-states.ts';
import { instant, oneOf, personalColumns, tenantColumns } from './governed-columns.ts';
import { extractionVisibility, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { sourceCheck, sourceReference } from './source-references.ts';
import { textArray } from './text-array.ts';

/**
 * A structured reading of a source, before routing. Seen as a candidate is, and by the service that recorded it. What a
 * pass read holds one statement, is seen with the item that came of it, and denied with it; what a service recorded may hold others.
 */
export const ExtractionTable = defineEntity({
  name: 'Extraction',
  tableName: 'extractions',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...personalColumns,
    project: p.text(),
    schemaName: p.text(),
    payload: p.json<unknown>(),
    fieldConfidence: p.json<readonly FieldConfidence[]>(),
    ...sourceReference,
    reportId: reference('extraction_reports').nullable(),
    /** The service that recorded it, and therefore knows it; null for what a pass read. */
    recordedBy: p.text().nullable(),
    /** Provenance rule of its candidates; null for rows older than the column. */
    rule: p.text().nullable(),
    extractorVersion: p.text().nullable(),
    /** The flags it was recorded with: the first routing's, unless that brings its own. */
    guardrailFlags: textArray().defaultRaw(`'{}'`),
    /** Flags set by the gateway's own guardrails; part of every routing. */
    ownFlags: textArray().defaultRaw(`'{}'`),
    /** When its statements were written as candidates; null before that, and for schemas that give none. */
    yieldedAt: instant().nullable(),
    /** Status of its newest routing; null when there is none. Kept by a trigger. */
    routingStatus: p.text().$type<WorkflowStatus>().nullable(),
    /** Reason of its newest routing, like its status. */
    routingReason: p.text().$type<WorkflowReason>().nullable(),
    createdAt: instant(),
  },
  indexes: [
    { name: 'extractions_project_index', properties: ['tenant', 'project', 'id'] },
    { name: 'extractions_contributor_index', properties: ['tenant', 'contributor', 'project'] },
    {
      name: 'extractions_recorder_index',
      expression:
        'create index "extractions_recorder_index" on "extractions" ("tenant", "recorded_by", "project") where recorded_by is not null',
    },
    { name: 'extractions_source_index', properties: ['tenant', 'sourceId', 'id'] },
    {
      name: 'extractions_routing_index',
      expression:
        'create index "extractions_routing_index" on "extractions" ("tenant", "routing_status", "routing_reason", "id") where routing_status is not null',
    },
  ],
  checks: [
    sourceCheck('extractions'),
    oneOf('extractions', 'routing_status', workflowStatuses),
    oneOf('extractions', 'routing_reason', workflowReasons),
  ],
  policies: searchableTablePolicies('extractions', extractionVisibility),
});
