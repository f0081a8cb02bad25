import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { deletable, sameTenant, searchableTablePolicies, seesItemOf } from './policies.ts';
import { reference } from './relations.ts';
import { sourceCheck, sourceReference } from './source-references.ts';

const visibility = `${sameTenant} and ${seesItemOf('sightings')}`;

/** A pass met an item again and proposed nothing: its date, and what it came from. Seen with its item. */
export const SightingTable = defineEntity({
  name: 'Sighting',
  tableName: 'sightings',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories').nullable(),
    entityId: reference('graph_entities').nullable(),
    reportId: reference('extraction_reports'),
    ...sourceReference,
    /** The speaker there, as the source names them; null where the source names none. */
    speaker: p.text().nullable(),
    seenAt: instant(),
  },
  indexes: [
    { name: 'sightings_memory_index', properties: ['tenant', 'memoryId'] },
    { name: 'sightings_entity_index', properties: ['tenant', 'entityId'] },
    { name: 'sightings_report_index', properties: ['tenant', 'reportId'] },
    { name: 'sightings_source_index', properties: ['tenant', 'sourceId'] },
  ],
  checks: [
    { name: 'sightings_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' },
    sourceCheck('sightings'),
  ],
  policies: [...searchableTablePolicies('sightings', visibility), deletable('sightings', visibility)],
});
