import { defineEntity, p } from '@mikro-orm/core';
import { type EntityRelation, entityRelations } from '#domain/graph/relations.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

const visibility = `${sameTenant} and ${seesRow('graph_entities', 'from_id', 'entity_relations')} and ${seesRow('graph_entities', 'to_id', 'entity_relations')}`;

/** An edge of the graph, as long as it stood. Seen when both of its ends are. */
export const EntityRelationTable = defineEntity({
  name: 'EntityRelation',
  tableName: 'entity_relations',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    fromId: reference('graph_entities', 'cascade'),
    toId: reference('graph_entities', 'cascade'),
    relation: p.text().$type<EntityRelation>(),
    relatedBy: p.text(),
    relatedAt: instant(),
    /** Null while it stands, as the instant. */
    unrelatedBy: p.text().nullable(),
    unrelatedAt: instant().nullable(),
  },
  indexes: [
    {
      name: 'entity_relations_edge_key',
      expression:
        'create unique index "entity_relations_edge_key" on "entity_relations" ("tenant", "from_id", "to_id", "relation") where unrelated_at is null',
    },
    { name: 'entity_relations_from_index', properties: ['tenant', 'fromId'] },
    { name: 'entity_relations_author_index', properties: ['tenant', 'relatedBy'] },
    { name: 'entity_relations_to_index', properties: ['tenant', 'toId'] },
  ],
  checks: [
    oneOf('entity_relations', 'relation', entityRelations),
    { name: 'entity_relations_ends_check', expression: 'from_id <> to_id' },
  ],
  policies: tablePolicies('entity_relations', visibility),
});
