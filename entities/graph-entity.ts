import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type EntityType, entityTypes } from '#domain/ingestion/kinds.ts';
import { governedChecks, governedColumns, oneOf } from './governed-columns.ts';
import { deletable, itemVisibility, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/** A typed node in L2; GraphQL calls it `Entity`. */
export const GraphEntityTable = defineEntity({
  name: 'GraphEntity',
  tableName: 'graph_entities',
  rowLevelSecurity: 'force',
  properties: {
    ...governedColumns,
    supersededById: reference('graph_entities').nullable(),
    entityType: p.text().$type<EntityType>(),
    name: p.text(),
    /** The memory that it graduated from; set once. */
    graduatedFromId: reference('memories').nullable(),
  },
  indexes: [
    { name: 'graph_entities_contributor_index', properties: ['tenant', 'contributor', 'id'] },
    {
      name: 'graph_entities_reviewer_index',
      expression:
        'create index "graph_entities_reviewer_index" on "graph_entities" ("tenant", "reviewed_by") where reviewed_by is not null',
    },
    { name: 'graph_entities_created_index', properties: ['tenant', 'createdAt', 'id'] },
    { name: 'graph_entities_review_index', properties: ['tenant', 'status', 'reviewScore', 'id'] },
    { name: 'graph_entities_queue_index', properties: ['tenant', 'status', 'pendingSince', 'id'] },
    { name: 'graph_entities_successor_index', properties: ['tenant', 'supersededById'] },
    { name: 'graph_entities_origin_index', properties: ['tenant', 'graduatedFromId'] },
    { name: 'graph_entities_report_index', properties: ['tenant', 'reportId'] },
    { name: 'graph_entities_source_index', properties: ['tenant', 'sourceId'] },
    {
      name: 'graph_entities_routing_rejected_index',
      expression:
        'create index "graph_entities_routing_rejected_index" on "graph_entities" ("tenant", "id") where routing_status = \'REJECTED\'',
    },
    { name: 'graph_entities_extraction_index', properties: ['tenant', 'extractionId'] },
    {
      name: 'graph_entities_labelled_source_index',
      expression:
        'create index "graph_entities_labelled_source_index" on "graph_entities" ("tenant", "source_id") where sensitivity_labels <> \'{}\'',
    },
    {
      name: 'graph_entities_labels_index',
      expression:
        'create index "graph_entities_labels_index" on "graph_entities" ("tenant", "sensitivity_labels") where sensitivity_labels <> \'{}\'',
    },
    {
      name: 'graph_entities_suggested_index',
      expression:
        'create index "graph_entities_suggested_index" on "graph_entities" ("tenant", "created_at", "id") where suggested_labels <> \'{}\'',
    },
    { name: 'graph_entities_in_project_index', properties: ['tenant', 'project', 'id'] },
    { name: 'graph_entities_newest_index', properties: ['tenant', 'project', 'visibilityKey', 'id'] },
  ],
  checks: [...governedChecks('graph_entities'), oneOf('graph_entities', 'entity_type', entityTypes)],
  policies: [
    ...searchableTablePolicies('graph_entities', itemVisibility),
    deletable('graph_entities', itemVisibility),
  ],
});
export type GraphEntity = InferEntity<typeof GraphEntityTable>;
