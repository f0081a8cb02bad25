import { defineEntity, p } from '@mikro-orm/core';
import { governedColumns, instant, tenantColumns } from './governed-columns.ts';
import { sameTenant, seesItemOf, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

const ofItems = [
  ...(['confidence', 'audience', 'isPersonal', 'sensitivityLabels', 'suggestedLabels'] as const),
  ...([
    'supersededById',
    'validFrom',
    'validUntil',
    'holdsFrom',
    'holdsUntil',
    'pendingSince',
    'deferredUntil',
  ] as const),
  ...(['reviewedBy', 'reviewedAt', 'rejectionReason', 'rejectionKind'] as const),
  ...(['retirementReason', 'returnReason'] as const),
  ...(['verifyBy', 'verifiedAt', 'ownerKind', 'ownerName', 'updatedAt'] as const),
] as const;

const pick = <Columns extends object, Name extends keyof Columns>(columns: Columns, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Columns, Name>;

const columnsOfMemories = {
  domain: p.text().nullable(),
  tags: textArray().defaultRaw(`'{}'`),
  mandatory: p.boolean().default(false),
};

/** Properties of which former values are kept. Status and words stand in `revisions`. */
export const formerProperties = {
  memory: [...ofItems, ...(Object.keys(columnsOfMemories) as (keyof typeof columnsOfMemories)[])],
  entity: ofItems,
} as const;

/**
 * Values that an item had until an instant. At any time, the earliest row that ends later says how it stood; where none does, the item
 * stood as it is now. Written once; visible with its item, and deleted with it.
 */
export const FormerStateTable = defineEntity({
  name: 'FormerState',
  tableName: 'former_states',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories', 'cascade').nullable(),
    entityId: reference('graph_entities', 'cascade').nullable(),
    until: instant(),
    ...pick(governedColumns, ofItems),
    ...columnsOfMemories,
  },
  uniques: [
    { name: 'former_states_memory_key', properties: ['tenant', 'memoryId', 'until'] },
    { name: 'former_states_entity_key', properties: ['tenant', 'entityId', 'until'] },
  ],
  checks: [{ name: 'former_states_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' }],
  policies: tablePolicies('former_states', `${sameTenant} and ${seesItemOf('former_states')}`).filter(
    ({ command }) => command !== 'update',
  ),
});
