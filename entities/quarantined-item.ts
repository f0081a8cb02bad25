import { defineEntity } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { sameTenant, seesItemByCall, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/** An item that a quarantine names. Seen with the item. */
export const QuarantinedItemTable = defineEntity({
  name: 'QuarantinedItem',
  tableName: 'quarantined_items',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    quarantineId: reference('quarantines'),
    memoryId: reference('memories', 'cascade').nullable(),
    entityId: reference('graph_entities', 'cascade').nullable(),
    /** Null while it is withheld. */
    releasedAt: instant().nullable(),
  },
  indexes: [
    { name: 'quarantined_items_quarantine_index', properties: ['tenant', 'quarantineId', 'id'] },
    { name: 'quarantined_items_memory_index', properties: ['tenant', 'memoryId'] },
    { name: 'quarantined_items_entity_index', properties: ['tenant', 'entityId'] },
  ],
  checks: [{ name: 'quarantined_items_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' }],
  policies: tablePolicies(
    'quarantined_items',
    `${sameTenant} and (select viewer_has_role('{reviewer,auditor,admin}')) and ${seesItemByCall}`,
  ),
});
