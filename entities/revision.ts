import { defineEntity, p } from '@mikro-orm/core';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { deletable, sameTenant, searchableTablePolicies, seesItemOf } from './policies.ts';
import { reference } from './relations.ts';

const visibility = `${sameTenant} and ${seesItemOf('revisions')}`;

/**
 * One state of an item: every change of status or wording writes a row, so that the store can answer as of any time.
 * Revision 1 is the original. Visible with its item; never updated.
 */
export const RevisionTable = defineEntity({
  name: 'Revision',
  tableName: 'revisions',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories').nullable(),
    entityId: reference('graph_entities').nullable(),
    /** The item's revision that this row describes. */
    revision: p.integer(),
    status: p.text().$type<ItemStatus>(),
    content: p.text(),
    /** A memory's. */
    summary: p.text().nullable(),
    /** An entity's. */
    name: p.text().nullable(),
    /** True when content, summary or name is new in this revision. */
    reworded: p.boolean(),
    /** Why it was rejected, retired or returned by this change; null for every other change, and when nobody said. */
    reason: p.text().nullable(),
    editedBy: p.text(),
    editedAt: instant(),
  },
  uniques: [
    { name: 'revisions_memory_key', properties: ['tenant', 'memoryId', 'revision'] },
    { name: 'revisions_entity_key', properties: ['tenant', 'entityId', 'revision'] },
  ],
  indexes: [
    { name: 'revisions_editor_index', properties: ['tenant', 'editedBy', 'reworded', 'editedAt'] },
    { name: 'revisions_time_index', properties: ['tenant', 'editedAt', 'id'] },
    {
      name: 'revisions_rewording_index',
      expression:
        'create index "revisions_rewording_index" on "revisions" ("tenant", "edited_at") where reworded and revision > 1',
    },
  ],
  checks: [
    { name: 'revisions_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' },
    oneOf('revisions', 'status', itemStatuses),
  ],
  policies: [...searchableTablePolicies('revisions', visibility), deletable('revisions', visibility)],
});
