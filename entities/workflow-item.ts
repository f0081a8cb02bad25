import { defineEntity, p } from '@mikro-orm/core';
import {
  type WorkflowReason,
  type WorkflowStatus,
  workflowReasons,
  workflowStatuses,
} from '#domain/routing/workflow-states.ts';
import { double, instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesRow } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

/** Routing result of an extraction; one row for each idempotency key. Visible with its extraction. */
export const WorkflowItemTable = defineEntity({
  name: 'WorkflowItem',
  tableName: 'workflow_items',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    extractionId: reference('extractions'),
    /** SHA-256 hex of `extraction_id|schema_name|routing_version`. */
    idempotencyKey: p.text(),
    routingVersion: p.text(),
    status: p.text().$type<WorkflowStatus>(),
    reason: p.text().$type<WorkflowReason>(),
    /** The flags and the threshold that the stored status was decided with, so that a replay reproduces it. */
    guardrailFlags: textArray().defaultRaw(`'{}'`),
    threshold: double(),
    decidedBy: p.text().nullable(),
    decidedAt: instant().nullable(),
    /** Note of the person who decided. */
    decisionNote: p.text().nullable(),
    /** Counts the changes of the row, from 1; `expectedRevision` is compared with it. */
    revision: p.integer().default(1),
    /** It was REJECTED once, whatever it is now; a trigger keeps it. */
    wasRejected: p.boolean().default(false),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: 'workflow_items_key', properties: ['tenant', 'idempotencyKey'] }],
  indexes: [
    {
      name: 'workflow_items_decider_index',
      expression:
        'create index "workflow_items_decider_index" on "workflow_items" ("tenant", "decided_by") where decided_by is not null',
    },
    { name: 'workflow_items_extraction_index', properties: ['tenant', 'extractionId', 'createdAt'] },
    { name: 'workflow_items_created_index', properties: ['tenant', 'createdAt', 'id'] },
    { name: 'workflow_items_status_index', properties: ['tenant', 'status', 'createdAt', 'id'] },
  ],
  checks: [
    oneOf('workflow_items', 'status', workflowStatuses),
    oneOf('workflow_items', 'reason', workflowReasons),
  ],
  policies: searchableTablePolicies(
    'workflow_items',
    `${sameTenant} and ${seesRow('extractions', 'extraction_id', 'workflow_items')}`,
  ),
});
