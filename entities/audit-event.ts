import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import {
  auditorVisibility,
  auditTablePolicies,
  erasable,
  indexRole,
  sameTenant,
  seesRowByCall,
} from './policies.ts';
import { reference } from './relations.ts';

/**
 * One state change or lawful refusal, chained to its predecessor by SHA-256. Append-only by grants and by trigger;
 * appended by `append_audit_events` alone.
 */
export const AuditEventTable = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** 1, 2, 3 … within the tenant, without gaps. */
    sequence: p.bigint().$type<number>(),
    at: instant(),
    actor: p.text(),
    action: p.text(),
    targetType: p.text(),
    targetId: p.text(),
    requestId: p.text().nullable(),
    beforeDigest: p.text().nullable(),
    afterDigest: p.text().nullable(),
    previousHash: p.text().nullable(),
    hash: p.text(),
  },
  uniques: [{ name: 'audit_events_sequence_key', properties: ['tenant', 'sequence'] }],
  indexes: [
    { name: 'audit_events_action_index', properties: ['tenant', 'action', 'sequence'] },
    { name: 'audit_events_actor_index', properties: ['tenant', 'actor', 'sequence'] },
    { name: 'audit_events_time_index', properties: ['tenant', 'at', 'sequence'] },
    { name: 'audit_events_target_index', properties: ['tenant', 'targetId', 'sequence'] },
  ],
  policies: auditTablePolicies('audit_events', auditorVisibility),
});

/**
 * Texts of audit events before and after a change, kept beside the chain so that they can be erased without breaking it.
 * Visible with their target.
 */
export const AuditTextTable = defineEntity({
  name: 'AuditText',
  tableName: 'audit_texts',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    id: reference('audit_events').primary(),
    targetType: p.text(),
    targetId: p.text(),
    /** Random, so that a digest does not reveal its text. */
    salt: p.text(),
    before: p.json<unknown>().nullable(),
    after: p.json<unknown>().nullable(),
  },
  policies: [
    ...auditTablePolicies(
      'audit_texts',
      `${auditorVisibility} and ${(
        [
          ['Memory', 'memories'],
          ['Entity', 'graph_entities'],
          ['Interaction', 'interactions'],
          ['Document', 'documents'],
          ['Wave', 'waves'],
          ['Extraction', 'extractions'],
          ['WorkflowItem', 'workflow_items'],
          ['Contradiction', 'contradictions'],
          ['Quarantine', 'quarantines'],
          ['SourceChange', 'source_changes'],
        ] as const
      )
        .map(
          ([type, table]) =>
            `(target_type is distinct from '${type}' or ${seesRowByCall(table, 'target_id')})`,
        )
        .join(' and ')}`,
    ),
    erasable('audit_texts'),
  ],
});

/** The last link of each tenant's chain; locked while an event is appended. */
export const AuditHeadTable = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_heads',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    sequence: p.bigint().$type<number>(),
    hash: p.text().nullable(),
  },
  policies: [
    ...auditTablePolicies('audit_heads', sameTenant),
    // Finds webhooks that are behind the newest events.
    { name: 'audit_heads_index', command: 'select', roles: [indexRole], using: 'true' },
  ],
});
