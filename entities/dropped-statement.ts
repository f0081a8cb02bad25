import { defineEntity, p } from '@mikro-orm/core';
import { type DropReason, dropReasons } from '#domain/ingestion/drop-reasons.ts';
import { type EntityType, entityTypes, type MemoryKind, memoryKinds } from '#domain/ingestion/kinds.ts';
import { double, oneOf, personalColumns, tenantColumns } from './governed-columns.ts';
import { tablePolicies, unvouchedVisibility } from './policies.ts';
import { reference } from './relations.ts';

/** A statement that a pass read and did not write as a candidate. Seen as a candidate would be. */
export const DroppedStatementTable = defineEntity({
  name: 'DroppedStatement',
  tableName: 'dropped_statements',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...personalColumns,
    reportId: reference('extraction_reports'),
    reason: p.text().$type<DropReason>(),
    rule: p.text(),
    /** One of the two: the kind that it was read as. */
    kind: p.text().$type<MemoryKind>().nullable(),
    entityType: p.text().$type<EntityType>().nullable(),
    content: p.text(),
    /** [0, 1]. */
    confidence: double(),
    /** Null where none was kept. */
    extractionId: reference('extractions').nullable(),
    /** The item that says the same, at most one of the two; null where nothing was met, and after its deletion. */
    memoryId: reference('memories', 'set null').nullable(),
    entityId: reference('graph_entities', 'set null').nullable(),
  },
  indexes: [
    { name: 'dropped_statements_report_index', properties: ['tenant', 'reportId', 'id'] },
    {
      name: 'dropped_statements_memory_index',
      expression:
        'create index "dropped_statements_memory_index" on "dropped_statements" ("tenant", "memory_id") where memory_id is not null',
    },
    {
      name: 'dropped_statements_entity_index',
      expression:
        'create index "dropped_statements_entity_index" on "dropped_statements" ("tenant", "entity_id") where entity_id is not null',
    },
  ],
  checks: [
    { name: 'dropped_statements_duplicate_check', expression: 'num_nonnulls(memory_id, entity_id) <= 1' },
    { name: 'dropped_statements_type_check', expression: 'num_nonnulls(kind, entity_type) = 1' },
    oneOf('dropped_statements', 'reason', dropReasons),
    oneOf('dropped_statements', 'kind', memoryKinds),
    oneOf('dropped_statements', 'entity_type', entityTypes),
  ],
  policies: tablePolicies('dropped_statements', unvouchedVisibility),
});
