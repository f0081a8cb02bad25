import { defineEntity, p } from '@mikro-orm/core';
import { type SourceState, sourceStates } from '#domain/sources/source-states.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesItemOf } from './policies.ts';
import { reference } from './relations.ts';

/**
 * Drift of an item's source: the last check's finding, and whether somebody has decided about it. Its id is the item's.
 * Visible and deleted with its item. A table of its own, since a write to the item costs an entry in each of its
 * indexes.
 */
export const SourceDriftTable = defineEntity({
  name: 'SourceDrift',
  tableName: 'source_drifts',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories', 'cascade').nullable(),
    entityId: reference('graph_entities', 'cascade').nullable(),
    /** `UNCHANGED` where the source says it again. */
    state: p.text().$type<SourceState>(),
    /** Since when nobody has decided what follows; null: somebody has, or it drifts no more. */
    driftedAt: instant().nullable(),
  },
  indexes: [
    { name: 'source_drifts_memory_index', properties: ['tenant', 'memoryId'] },
    { name: 'source_drifts_entity_index', properties: ['tenant', 'entityId'] },
  ],
  checks: [
    { name: 'source_drifts_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' },
    oneOf('source_drifts', 'state', sourceStates),
  ],
  policies: searchableTablePolicies('source_drifts', `${sameTenant} and ${seesItemOf('source_drifts')}`),
});
