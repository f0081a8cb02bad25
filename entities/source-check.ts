import { defineEntity, p } from '@mikro-orm/core';
import { type SourceState, sourceStates } from '#domain/sources/source-states.ts';
import { double, instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesItemOf } from './policies.ts';
import { reference } from './relations.ts';

/** Result of checking an item's statement after its source changed. Written once; visible with its item, and deleted with it. */
export const SourceCheckTable = defineEntity({
  name: 'SourceCheck',
  tableName: 'source_checks',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories', 'cascade').nullable(),
    entityId: reference('graph_entities', 'cascade').nullable(),
    state: p.text().$type<SourceState>(),
    /** The version that was looked at; of a withdrawn path the last one. */
    documentId: p.text(),
    /** Present place of the statement or its replacement; null where neither stands. */
    chunkId: p.text().nullable(),
    /** UTF-16 code units into the content of the chunk's document. */
    spanStart: p.integer().nullable(),
    spanEnd: p.integer().nullable(),
    spanText: p.text().nullable(),
    /** How alike the words are, [0, 1]; null where nothing was found. */
    similarity: double().nullable(),
    /** The item that says the new wording; null where there is none. */
    successorId: p.text().nullable(),
    checkedAt: instant(),
  },
  indexes: [
    ...(['memory', 'entity'] as const).map((kind) => ({
      name: `source_checks_${kind}_index`,
      expression: `create index "source_checks_${kind}_index" on "source_checks" ("tenant", "${kind}_id", "id") where ${kind}_id is not null`,
    })),
    {
      name: 'source_checks_successor_index',
      expression:
        'create index "source_checks_successor_index" on "source_checks" ("tenant", "successor_id") where successor_id is not null',
    },
  ],
  checks: [
    { name: 'source_checks_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' },
    oneOf('source_checks', 'state', sourceStates),
  ],
  policies: searchableTablePolicies('source_checks', `${sameTenant} and ${seesItemOf('source_checks')}`),
});
