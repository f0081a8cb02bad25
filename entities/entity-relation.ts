import { defineEntity, p } from '@mikro-orm/core';
import { type EntityRelation, entityRelations } from '#domain/graph/relations.ts';
import { instant, oneOf, tenantColumns, tenantKey } from './governed-columns.ts';
import { deletable, sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

const visibility = `${sameTenant} and ${seesRow('graph_entities', 'from_id', 'entity_relations')} and ${seesRow('graph_entities', 'to_id', 'entity_relations')}`;

/** An edge of the graph. Seen when both of its ends are. */
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
  },
  uniques: [
    tenantKey('entity_relations'),
    { name: 'entity_relations_edge_key', properties: ['tenant', 'fromId', 'toId', 'relation'] },
  ],
  indexes: [
    { name: 'entity_relations_author_index', properties: ['tenant', 'relatedBy'] },
    { name: 'entity_relations_to_index', properties: ['tenant', 'toId'] },
  ],
  checks: [
    oneOf('entity_relations', 'relation', entityRelations),
    { name: 'entity_relations_ends_check', expression: 'from_id <> to_id' },
  ],
  policies: [...tablePolicies('entity_relations', visibility), deletable('entity_relations', visibility)],
});
